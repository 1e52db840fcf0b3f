// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.List;

/**
 * On what a decision stood, as predicted when it was planned.
 *
 * @param task that was chosen, or that was to wait
 * @param candidates where it could have run: the host whose slot was offered first; where that was left free, what was waited for; the others by when it
 *     would end there
 * @param stock what it would have done with the slot; null when it would have left it free, too
 */
public record GroundsReport(int task, List<Candidate> candidates, Stock stock) {
    public GroundsReport {
        candidates = MissingPart.list(candidates);
    }

    /**
     * @param source the host that it would read from there; empty when it reads from many, or nothing
     * @param waitSeconds until it could begin there
     * @param seconds from then to its end; null where it would not end
     * @param limit what that time is taken for, most of all
     */
    public record Candidate(String host, String source, double waitSeconds, Double seconds, String limit) {
        public Candidate {
            host = MissingPart.text(host);
            source = MissingPart.text(source);
            limit = MissingPart.text(limit);
        }

        /** From now to its end; infinite where it would not end. */
        public double endSeconds() {
            return seconds == null ? Double.POSITIVE_INFINITY : waitSeconds + seconds;
        }
    }

    /**
     * @param task that stock would have launched, at once or when its locality waits allow
     * @param locality of that task's input: {@code host}, {@code rack} or {@code any}
     * @param seconds that as much as ours reads would take from there; null where it would not end
     */
    public record Stock(int task, String locality, Double seconds) {
        public Stock {
            locality = MissingPart.text(locality);
        }
    }
}
