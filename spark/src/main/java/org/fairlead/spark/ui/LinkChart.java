// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.List;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.report.Amounts;

/** How loaded the most loaded links were while a stage ran, in per cent of what they can carry. */
final class LinkChart {
    private static final String[] COLOURS = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
    private static final int TOP = 8;
    private static final int BOTTOM = 148;
    /** Between two samples of a line that goes on. */
    private static final long LONGEST_STEP_MILLIS = 2500;

    private LinkChart() {}

    static void write(Html html, StageDetail detail, TimeAxis axis) {
        html.add("<h4>Most loaded links meanwhile</h4>");
        List<StageDetail.LinkSeries> links = detail.links();
        if (links.isEmpty()) {
            html.add("<p class=\"note\">No link carried more than 5 % of what it can, or none was measured.</p>");
            return;
        }
        html.add("<p class=\"note legend\">");
        for (int i = 0; i < links.size(); i++) {
            StageDetail.LinkSeries link = links.get(i);
            html.add("<span><i class=\"key\" style=\"background:" + COLOURS[i % COLOURS.length] + "\"></i>")
                    .text(link.link() + ", " + Amounts.text(link.bytesPerSecond(), "bytes/s"))
                    .add("</span>");
        }
        html.add(
                "</p><div class=\"scroll\"><svg viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\" role=\"img\" aria-label=\"loads of links over time\">",
                TimeAxis.WIDTH, BOTTOM + 20);
        axis.write(html, TOP, BOTTOM);
        for (int percent = 0; percent <= 100; percent += 50) {
            double y = y(percent / 100.0);
            html.add(
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%3$.1f\" y2=\"%3$.1f\"/>",
                    TimeAxis.LEFT, TimeAxis.WIDTH - TimeAxis.RIGHT, y);
            html.add(
                    "<text class=\"soft\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%d %%</text>",
                    TimeAxis.LEFT - 6, y + 4, percent);
        }
        for (int i = 0; i < links.size(); i++) {
            line(html, links.get(i), COLOURS[i % COLOURS.length], axis);
        }
        html.add("</svg></div>");
    }

    /** With a gap where the link was not among the most loaded. */
    private static void line(Html html, StageDetail.LinkSeries link, String colour, TimeAxis axis) {
        html.add("<path class=\"line\" stroke=\"" + colour + "\" d=\"");
        long before = Long.MIN_VALUE;
        for (StageDetail.Sample sample : link.samples()) {
            boolean follows = before != Long.MIN_VALUE && sample.timeMillis() - before <= LONGEST_STEP_MILLIS;
            double x = axis.x(sample.timeMillis());
            html.add(follows ? "L%.1f %.1f" : "M%1$.1f %2$.1fh1.5", x, y(sample.share()));
            before = sample.timeMillis();
        }
        html.add("\"><title>").text(link.link()).add("</title></path>");
    }

    private static double y(double share) {
        return BOTTOM - share * (BOTTOM - TOP);
    }
}
