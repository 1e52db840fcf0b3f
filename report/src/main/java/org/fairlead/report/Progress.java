// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import java.io.PrintStream;
import java.time.Duration;

/** Tells a person what is going on: a line a step, with the time since the start. */
public final class Progress {
    private final PrintStream out;
    private final long startNanos = System.nanoTime();

    public Progress(PrintStream out) {
        this.out = out;
    }

    public void step(String what) {
        out.println("[" + clock(elapsed()) + "] " + what);
    }

    /** A step of many alike, with an estimate of what is left by the pace so far. */
    public void step(String what, long done, long of, long sinceNanos) {
        String left = "";
        if (done > 0) {
            double each = (double) (System.nanoTime() - sinceNanos) / done;
            left = ", about " + clock(Duration.ofNanos((long) (each * (of - done)))) + " left";
        }
        step(what + " (" + (100 * done / Math.max(1, of)) + " %" + left + ")");
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private static String clock(Duration time) {
        return "%d:%02d".formatted(time.toMinutes(), time.toSecondsPart());
    }
}
