// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextLines;
import org.fairlead.report.WholeFile;
import org.fairlead.report.page.OfflinePage;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.RunRecord;

/**
 * The headline comparison as a still picture for a README: a dot and a whisker for each metric and contender on a
 * logarithmic axis of ratios, legible on a light and on a dark page.
 */
public final class ComparisonSvg {
    private static final int WIDTH = 760;
    private static final int PLOT_LEFT = 230;
    private static final int PLOT_RIGHT = 600;
    private static final int ROW = 26;
    private static final int TOP = 64;
    private static final double[] TICKS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 5, 10, 20, 50, 100
    };
    /** Told apart in any form of colour blindness and on both backgrounds. */
    private static final String[] COLORS = {"#2b7fd6", "#d5651a", "#a85bb0", "#8c7a00", "#2b93b8"};

    private static final String QUIET_COLOR = "#149672";

    private final RunRecord run;
    private final List<Comparison> shown;
    private final StringBuilder svg = new StringBuilder();
    private double low = 0.8;
    private double high = 1.25;

    private ComparisonSvg(RunRecord run) {
        this.run = run;
        this.shown = run.comparisons().stream()
                .filter(c -> !c.metric().equals(RoundMeasurements.LINK_BYTES))
                .filter(c -> !new Metric(c.metric(), c.unit()).perSubject())
                .filter(c -> !c.contender().equals(run.aaPair()))
                .toList();
        for (Comparison comparison : shown) {
            low = Math.min(low, first(comparison.ciLow(), comparison.ratio()) / 1.08);
            high = Math.max(high, first(comparison.ciHigh(), comparison.ratio()) * 1.08);
        }
    }

    /** Whole or not at all. */
    public static void write(RunRecord run, Path file) throws IOException {
        byte[] picture = render(run).getBytes(StandardCharsets.UTF_8);
        WholeFile.write(file, out -> out.write(picture));
    }

    /** A picture also when there is nothing to compare: then it says so. */
    public static String render(RunRecord run) {
        return new ComparisonSvg(run).draw();
    }

    private String draw() {
        List<String> metrics =
                shown.stream().map(ComparisonSvg::title).distinct().toList();
        int rows = shown.size() + metrics.size();
        int bottom = TOP + Math.max(1, rows) * ROW;
        int height = bottom + 58;
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " aria-label=\"%s\" font-family=\"system-ui, sans-serif\" font-size=\"13\">%n",
                WIDTH,
                height,
                WIDTH,
                height,
                OfflinePage.html(Headline.of(run))));
        svg.append(
                "<style>text{fill:#24292f}.bold{font-weight:600}.dim{fill:#57606a}.grid{stroke:#d0d7de}.one{stroke:#57606a}"
                        + "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.dim{fill:#9da7b3}.grid{stroke:#30363d}"
                        + ".one{stroke:#9da7b3}}</style>\n");
        text(16, 24, "start", "", 15, RunText.name(run));
        text(16, 43, "start", "dim", 12, "ratio " + run.baseline() + " / contender, dot and 95 % interval");
        axis(bottom);
        int y = TOP + ROW / 2;
        String metric = "";
        for (Comparison comparison : shown) {
            if (!title(comparison).equals(metric)) {
                metric = title(comparison);
                text(16, y + 4, "start", "bold", 13, metric);
                y += ROW;
            }
            row(comparison, y);
            y += ROW;
        }
        if (shown.isEmpty()) {
            text(16, y + 4, "start", "dim", 13, Headline.of(run));
        }
        return svg.append("</svg>\n").toString();
    }

    private void axis(int bottom) {
        double last = Double.NEGATIVE_INFINITY;
        for (double tick : ticks()) {
            double x = x(tick);
            // Labels closer than this would touch; the line at 1 always has its label.
            if (tick != 1 && (x - last < 34 || Math.abs(x - x(1)) < 34)) {
                continue;
            }
            last = x;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"%s/>%n",
                    tick == 1 ? "one" : "grid",
                    x,
                    x,
                    TOP - 6,
                    bottom + 4,
                    tick == 1 ? " stroke-width=\"1.5\"" : ""));
            text(x, bottom + 20, "middle", "dim", 12, Amounts.digits(tick).replaceAll("\\.?0+$", "") + "×");
        }
        text(x(1) - 8, bottom + 42, "end", "dim", 12, "← contender takes more");
        text(x(1) + 8, bottom + 42, "start", "dim", 12, "contender takes less →");
    }

    private List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (double tick : TICKS) {
            if (tick >= low && tick <= high) {
                ticks.add(tick);
            }
        }
        return ticks;
    }

    private void row(Comparison comparison, int y) {
        String color = color(comparison.contender());
        text(
                30,
                y + 4,
                "start",
                "",
                13,
                TextLines.left(comparison.contender(), 27).strip());
        String value = RunText.ratio(comparison);
        if (comparison.ciLow() != null) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"3\""
                            + " stroke-linecap=\"round\" stroke-opacity=\"0.55\"/>%n",
                    x(comparison.ciLow()),
                    x(comparison.ciHigh()),
                    y,
                    y,
                    color));
            value += "  " + Amounts.interval(comparison.ciLow(), comparison.ciHigh());
        }
        svg.append(String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%d\" r=\"5.5\" fill=\"%s\"/>%n",
                x(comparison.ratio()),
                y,
                color));
        text(PLOT_RIGHT + 16, y + 4, "start", "", 13, value);
    }

    /** Without traffic in its own colour, as on the page; the others in their order. */
    private String color(String contender) {
        if (contender.equals(run.baselineWithoutTraffic())) {
            return QUIET_COLOR;
        }
        List<String> others = shown.stream()
                .map(Comparison::contender)
                .distinct()
                .filter(name -> !name.equals(run.baselineWithoutTraffic()))
                .toList();
        return COLORS[others.indexOf(contender) % COLORS.length];
    }

    private double x(double ratio) {
        return PLOT_LEFT + (PLOT_RIGHT - PLOT_LEFT) * Math.log(ratio / low) / Math.log(high / low);
    }

    private void text(double x, int y, String anchor, String type, int size, String text) {
        String shown = text.codePointCount(0, text.length()) > 110 ? text.substring(0, 108) + "…" : text;
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\"%s font-size=\"%d\">%s</text>%n",
                x,
                y,
                anchor,
                type.isEmpty() ? "" : " class=\"" + type + "\"",
                size,
                OfflinePage.html(shown.replaceAll("\\p{Cntrl}", " "))));
    }

    private static String title(Comparison comparison) {
        return new Metric(comparison.metric(), comparison.unit()).title();
    }

    private static double first(Double value, double otherwise) {
        return value == null ? otherwise : value;
    }
}
