// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.report.Amounts;

/** Seconds since a stage's submission across the width of a chart; charts that share one stand below one another. */
final class TimeAxis {
    static final int LEFT = 130;
    static final int WIDTH = 1340;
    static final int RIGHT = 20;
    private static final double[] STEPS = {1, 2, 5};

    private final long startMillis;
    private final double seconds;
    private final long nowMillis;

    private TimeAxis(long startMillis, double seconds, long nowMillis) {
        this.nowMillis = nowMillis;
        this.startMillis = startMillis;
        this.seconds = seconds;
    }

    static TimeAxis of(StageDetail detail, long nowMillis) {
        long start = detail.stage().submittedMillis();
        long end = detail.stage().completedMillis() > 0 ? detail.stage().completedMillis() : nowMillis;
        for (LaunchReport launch : detail.launches()) {
            start = Math.min(start, launch.timeMillis());
            end = Math.max(end, endMillis(launch, nowMillis));
        }
        return new TimeAxis(start, Math.max(0.01, (end - start) / 1e3), nowMillis);
    }

    /** When a task ended; now while it runs. */
    long endMillis(LaunchReport launch) {
        return endMillis(launch, nowMillis);
    }

    private static long endMillis(LaunchReport launch, long nowMillis) {
        return launch.takenSeconds() == null
                ? nowMillis
                : launch.timeMillis() + Math.round(launch.takenSeconds() * 1e3);
    }

    double x(long millis) {
        double at = (millis - startMillis) / 1e3 / seconds;
        return LEFT + Math.max(0, Math.min(1, at)) * (WIDTH - LEFT - RIGHT);
    }

    /** Lines and times from one height to another; times below. */
    void write(Html html, int top, int bottom) {
        double step = step();
        for (int tick = 0; tick * step <= seconds; tick++) {
            double x = x(startMillis + Math.round(tick * step * 1e3));
            html.add("<line class=\"grid\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\"/>", x, top, bottom);
            html.add("<text class=\"soft\" text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">", x, bottom + 14)
                    .text(tick == 0 ? "0 s" : Amounts.text(tick * step, "s"))
                    .add("</text>");
        }
    }

    /** From five to a dozen lines. */
    private double step() {
        double power = Math.pow(10, Math.floor(Math.log10(seconds)) - 1);
        while (true) {
            for (double step : STEPS) {
                if (seconds / (step * power) <= 12) {
                    return step * power;
                }
            }
            power *= 10;
        }
    }
}
