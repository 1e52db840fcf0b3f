// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The stretches of a history in which nothing was broken. */
final class FaultFreeSpans {
    /** Within which everything is to be as before, after a fault has ended. */
    static final double RECOVERED_WITHIN_SECONDS = 5;

    private FaultFreeSpans() {}

    /** A time in which faults overlap or follow at once; often a single fault. */
    record Episode(double begin, double end, String name) {}

    /** A time without faults, the first seconds after one left out. */
    record Stretch(double from, double to) {
        boolean contains(double begin, double end) {
            return begin >= from && end <= to;
        }

        double seconds() {
            return to - from;
        }
    }

    static String name(ChaosHistory.Fault fault) {
        return String.format(
                Locale.ROOT,
                "fault %d (%s%s, %.0f s to %.0f s)",
                fault.number(),
                fault.kind(),
                fault.target().isEmpty() ? "" : " " + fault.target(),
                fault.begin(),
                fault.end());
    }

    static List<Episode> episodes(ChaosHistory history) {
        List<Episode> episodes = new ArrayList<>();
        for (ChaosHistory.Fault fault : history.faults().stream()
                .sorted(Comparator.comparingDouble(ChaosHistory.Fault::begin))
                .toList()) {
            int last = episodes.size() - 1;
            if (last >= 0 && fault.begin() <= episodes.get(last).end() + RECOVERED_WITHIN_SECONDS) {
                Episode before = episodes.get(last);
                episodes.set(
                        last,
                        new Episode(
                                before.begin(),
                                Math.max(before.end(), fault.end()),
                                before.name() + " with " + name(fault)));
            } else {
                episodes.add(new Episode(fault.begin(), fault.end(), name(fault)));
            }
        }
        return episodes;
    }

    /** One more than there are episodes: before the first, between them, after the last. */
    static List<Stretch> stretches(ChaosHistory history) {
        List<Stretch> stretches = new ArrayList<>();
        double from = 0;
        for (Episode episode : episodes(history)) {
            stretches.add(new Stretch(from, Math.max(from, episode.begin())));
            from = episode.end() + RECOVERED_WITHIN_SECONDS;
        }
        stretches.add(new Stretch(from, Double.isNaN(history.endedAt()) ? from : Math.max(from, history.endedAt())));
        return stretches;
    }

    static boolean contains(ChaosHistory history, double begin, double end) {
        return stretches(history).stream().anyMatch(stretch -> stretch.contains(begin, end));
    }
}
