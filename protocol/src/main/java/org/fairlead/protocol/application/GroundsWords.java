// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import org.fairlead.report.Amounts;

/** Says on what a decision stood, as people read it in the web UI and in a terminal. */
public final class GroundsWords {
    private GroundsWords() {}

    /** Why a slot was left free: {@code task 7: 9.10 s here (link e1->h3), 5.20 s on h4 (2.10 s of it until a slot is free)}. */
    public static String decline(GroundsReport grounds) {
        if (grounds.candidates().size() < 2) {
            return "task " + grounds.task();
        }
        GroundsReport.Candidate here = grounds.candidates().get(0);
        GroundsReport.Candidate better = grounds.candidates().get(1);
        return "task " + grounds.task() + ": " + seconds(here.endSeconds()) + " here (" + here.limit() + "), "
                + seconds(better.endSeconds()) + " on " + better.host()
                + (better.waitSeconds() > 0
                        ? " (" + seconds(better.waitSeconds()) + " of it until it can begin there)"
                        : "");
    }

    /** What a prediction was decided by, empty when it is not known. */
    public static String limit(GroundsReport grounds) {
        return grounds.candidates().isEmpty() ? "" : grounds.candidates().get(0).limit();
    }

    /** What stock would have done with the slot. */
    public static String stock(GroundsReport grounds) {
        GroundsReport.Stock stock = grounds.stock();
        if (stock == null) {
            return "left the slot free";
        }
        String far =
                switch (stock.locality()) {
                    case "host" -> "";
                    case "rack" -> " from its rack, after its locality wait,";
                    default -> " from another rack, after its locality wait,";
                };
        String which = stock.task() == grounds.task() ? "the same task" : "task " + stock.task();
        return which + far + (stock.seconds() == null ? " without an end" : " in " + seconds(stock.seconds()));
    }

    /** The best of the other hosts, {@code h4 5.20 s}; empty without one. */
    public static String nextBest(GroundsReport grounds) {
        if (grounds.candidates().size() < 2) {
            return "";
        }
        GroundsReport.Candidate next = grounds.candidates().get(1);
        return next.host() + " " + seconds(next.endSeconds());
    }

    private static String seconds(double value) {
        return Double.isFinite(value) ? Amounts.text(value, "s") : "no end";
    }
}
