// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.StageDetail;

/** A stage's tasks over time, host below host: each a bar, coloured by where it read; below them when slots were left free. */
final class Timeline {
    private static final int MOST_HOSTS = 60;
    private static final int MOST_BARS = 4000;
    private static final int MOST_LANES = 8;
    private static final int BAR = 11;
    private static final int GAP = 2;
    private static final int FREE = 4;
    private static final int TOP = 6;

    private final TimeAxis axis;
    private final Map<String, HostRow> hosts = new TreeMap<>(Timeline::byNumber);

    /** What a host did. */
    private static final class HostRow {
        private final List<LaunchReport> launches = new ArrayList<>();
        private final List<DeclineReport> declines = new ArrayList<>();
        private final List<Long> laneEnds = new ArrayList<>();
    }

    private Timeline(TimeAxis axis) {
        this.axis = axis;
    }

    static void write(Html html, StageDetail detail, TimeAxis axis) {
        html.add("<h4>Tasks by host</h4>");
        if (detail.launches().isEmpty() && detail.declines().isEmpty()) {
            html.add(
                    "<p class=\"note\">No decision is kept of this stage: %s, ours are off, or newer ones took their place.</p>"
                            .formatted(detail.stage().completedMillis() > 0 ? "none was taken" : "none was taken yet"));
            return;
        }
        Timeline timeline = new Timeline(axis);
        detail.launches().stream()
                .limit(MOST_BARS)
                .forEach(launch -> timeline.row(launch.host()).launches.add(launch));
        detail.declines()
                .forEach(decline -> timeline.row(decline.host()).declines.add(decline));
        timeline.legend(html);
        timeline.draw(html);
        int left = detail.launches().size() - MOST_BARS;
        if (left > 0 || timeline.hosts.size() > MOST_HOSTS) {
            html.add("<p class=\"note\">The newest %d tasks, the first %d hosts.</p>", MOST_BARS, MOST_HOSTS);
        }
    }

    private HostRow row(String host) {
        return hosts.computeIfAbsent(host, unused -> new HostRow());
    }

    private void legend(Html html) {
        html.add("<p class=\"note legend\">");
        for (String distance : List.of("local", "rack", "remote", "shuffle", "unknown")) {
            html.add("<span><i class=\"key " + distance + "\"></i>")
                    .text(
                            distance.equals("unknown")
                                    ? "reads from somewhere"
                                    : distance.equals("shuffle") ? "reads map output" : "reads " + distance)
                    .add("</span>");
        }
        html.add(
                "<span>pale: stock's choice</span><span>red frame: failed</span><span><i class=\"key free\"></i>slot left free</span></p>");
    }

    private void draw(Html html) {
        Html bars = new Html();
        int y = TOP;
        int shown = 0;
        for (Map.Entry<String, HostRow> entry : hosts.entrySet()) {
            if (shown < MOST_HOSTS) {
                y = host(bars, entry.getKey(), entry.getValue(), y);
                shown++;
            }
        }
        html.add(
                "<div class=\"scroll\"><svg viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\" role=\"img\" aria-label=\"tasks by host over time\">",
                TimeAxis.WIDTH, y + 20);
        axis.write(html, TOP, y);
        html.add(bars).add("</svg></div>");
    }

    /** @return where the next host begins */
    private int host(Html html, String name, HostRow row, int top) {
        row.launches.sort(Comparator.comparingLong(LaunchReport::timeMillis).thenComparingLong(LaunchReport::taskId));
        Html bars = new Html();
        for (LaunchReport launch : row.launches) {
            bar(bars, launch, top + lane(row, launch) * (BAR + GAP));
        }
        int below = top + Math.max(1, row.laneEnds.size()) * (BAR + GAP);
        for (DeclineReport decline : row.declines) {
            free(bars, decline, below);
        }
        int next = below + (row.declines.isEmpty() ? 0 : FREE + GAP) + 4;
        html.add("<text x=\"0\" y=\"%d\">", top + BAR - 1)
                .text(shortened(name))
                .add("<title>")
                .text(name)
                .add("</title></text>");
        html.add(bars);
        html.add(
                "<line class=\"grid\" x1=\"0\" x2=\"%1$d\" y1=\"%2$d\" y2=\"%2$d\"/>",
                TimeAxis.WIDTH - TimeAxis.RIGHT, next - 2);
        return next;
    }

    /** The first lane that is free when the task begins; tasks beyond so many lanes share the last. */
    private int lane(HostRow row, LaunchReport launch) {
        long end = axis.endMillis(launch);
        for (int lane = 0; lane < row.laneEnds.size(); lane++) {
            if (row.laneEnds.get(lane) <= launch.timeMillis() || lane == MOST_LANES - 1) {
                row.laneEnds.set(lane, Math.max(end, row.laneEnds.get(lane)));
                return lane;
            }
        }
        row.laneEnds.add(end);
        return row.laneEnds.size() - 1;
    }

    private void bar(Html html, LaunchReport launch, int y) {
        double from = axis.x(launch.timeMillis());
        double width = Math.max(1.5, axis.x(axis.endMillis(launch)) - from - 0.5);
        boolean failed = launch.takenSeconds() != null && !launch.status().equals("SUCCESS");
        html.add("<rect class=\"")
                .text(launch.distance())
                .add(launch.rule().equals("planned") ? "" : " stock")
                .add(failed ? " failed" : "")
                .add("\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"1.5\"><title>", from, y, width, BAR)
                .text("task " + launch.task()
                        + (launch.source().isEmpty() ? "" : ", reads from " + launch.source())
                        + ", took " + FigureText.seconds(launch.takenSeconds())
                        + ", predicted " + FigureText.seconds(launch.expectedSeconds())
                        + "; " + launch.reason())
                .add("</title></rect>");
    }

    private void free(Html html, DeclineReport decline, int y) {
        double from = axis.x(decline.sinceMillis());
        html.add(
                        "<rect class=\"free\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>",
                        from, y, Math.max(2, axis.x(decline.lastMillis()) - from), FREE)
                .text(decline.reason() + " (" + decline.offers() + " offers)")
                .add("</title></rect>");
    }

    private static String shortened(String name) {
        return name.length() <= 18 ? name : name.substring(0, 17) + "…";
    }

    /** h2 before h10. */
    private static int byNumber(String one, String other) {
        int byStem = stem(one).compareTo(stem(other));
        int byLength = Integer.compare(one.length(), other.length());
        return byStem != 0 ? byStem : byLength != 0 ? byLength : one.compareTo(other);
    }

    private static String stem(String name) {
        return name.replaceFirst("\\d+$", "");
    }
}
