// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Five seconds after a fault the clients move as much again as before it.
 *
 * <p>Compared are medians of whole seconds: of the last fifteen before the fault and of fifteen from five seconds after it. A median
 * more than 5 % lower is a violation when neither of two things explains it:
 * <ul>
 *   <li>chance: a one-sided rank test (Mann and Whitney) has to say that seconds this much lower come up in fewer than one of a hundred <em>runs</em>: each
 *       comparison gets its part of the 1 % (Bonferroni);
 *   <li>other programs: it has to stay so when seconds are left out in which others took a tenth of the processors more than before. Where less than six
 *       are left nothing is judged, and the verdict says so; a run of which less than half can be judged proves nothing.
 * </ul>
 */
final class Recovery {
    private static final double SHARE = 0.95;
    private static final int LEAST_SECONDS = 6;
    private static final int MOST_SECONDS = 15;
    private static final double SIGNIFICANT = 0.01;
    private static final double OTHERS_TOOK_MORE = 0.1;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private enum Outcome {
        FAST,
        SLOW,
        /** Others took the processors. */
        UNKNOWN
    }

    private record Second(double bytes, double others) {}

    private Recovery() {}

    static RuleVerdict comesWithinFiveSeconds(ChaosHistory history) {
        List<FaultFreeSpans.Episode> episodes = FaultFreeSpans.episodes(history);
        List<FaultFreeSpans.Stretch> stretches = FaultFreeSpans.stretches(history);
        List<String> slow = new ArrayList<>();
        int judged = 0;
        int unknown = 0;
        for (int i = 0; i < episodes.size(); i++) {
            List<Second> before = last(seconds(history, stretches.get(i)));
            List<Second> after = first(seconds(history, stretches.get(i + 1)));
            if (before.size() >= LEAST_SECONDS && after.size() >= LEAST_SECONDS) {
                Outcome outcome = compare(before, after, episodes.size());
                judged += outcome == Outcome.UNKNOWN ? 0 : 1;
                unknown += outcome == Outcome.UNKNOWN ? 1 : 0;
                if (outcome == Outcome.SLOW) {
                    slow.add(words(episodes.get(i).name(), before, after));
                }
            }
        }
        if (judged == 0 && unknown == 0 && !episodes.isEmpty()) {
            slow.add("no fault has " + LEAST_SECONDS + " quiet seconds before and after it");
        }
        if (unknown > judged) {
            slow.add("other programs took the processors after " + unknown + " of " + (judged + unknown)
                    + " episodes: too many to say anything");
        }
        return new RuleVerdict(
                "5 s after a fault throughput is back within 5 %",
                judged + " of " + episodes.size() + " episodes"
                        + (unknown == 0 ? "" : "; after " + unknown + " others took the processors"),
                slow);
    }

    /** Small losses that add up would pass the rule above. */
    static RuleVerdict isComplete(ChaosHistory history) {
        List<FaultFreeSpans.Stretch> stretches = FaultFreeSpans.stretches(history);
        List<Second> first = seconds(history, stretches.get(0));
        List<Second> last = seconds(history, stretches.get(stretches.size() - 1));
        String judged = first.size() + " and " + last.size() + " seconds";
        List<String> slow = new ArrayList<>();
        if (first.size() < LEAST_SECONDS || last.size() < LEAST_SECONDS) {
            slow.add("only " + first.size() + " quiet seconds before all faults and " + last.size() + " after them");
        } else {
            switch (compare(first, last, 1)) {
                case SLOW -> slow.add(words("all faults", first, last));
                case UNKNOWN -> judged += "; not judged: others took the processors";
                case FAST -> {}
            }
        }
        return new RuleVerdict("after all faults throughput is as before the first", judged, slow);
    }

    private static Outcome compare(List<Second> before, List<Second> after, int comparisons) {
        if (!isLower(after, before, comparisons)) {
            return Outcome.FAST;
        }
        double usual = median(before.stream().map(Second::others).toList());
        List<Second> undisturbed = after.stream()
                .filter(second -> second.others() <= usual + OTHERS_TOOK_MORE)
                .toList();
        if (undisturbed.size() < LEAST_SECONDS) {
            return Outcome.UNKNOWN;
        }
        return isLower(undisturbed, before, comparisons) ? Outcome.SLOW : Outcome.FAST;
    }

    private static String words(String what, List<Second> before, List<Second> after) {
        return String.format(
                Locale.ROOT,
                "%s: %.2f MB/s before, %.2f after (medians of %d and %d seconds)",
                what,
                median(bytes(before)) / 1e6,
                median(bytes(after)) / 1e6,
                before.size(),
                after.size());
    }

    /** Whole seconds within a stretch, each with what the machine said last. */
    private static List<Second> seconds(ChaosHistory history, FaultFreeSpans.Stretch stretch) {
        List<Second> seconds = new ArrayList<>();
        for (ChaosHistory.Throughput second : history.throughput()) {
            if (stretch.contains(second.at() - 1, second.at())) {
                double others = 0;
                for (ChaosHistory.Machine machine : history.machine()) {
                    if (machine.at() > second.at() - 1 && machine.at() <= second.at() + 1) {
                        others = Math.max(others, machine.others());
                    }
                }
                seconds.add(new Second(second.bytes(), others));
            }
        }
        return seconds;
    }

    private static List<Second> first(List<Second> seconds) {
        return seconds.subList(0, Math.min(MOST_SECONDS, seconds.size()));
    }

    private static List<Second> last(List<Second> seconds) {
        return seconds.subList(Math.max(0, seconds.size() - MOST_SECONDS), seconds.size());
    }

    private static List<Double> bytes(List<Second> seconds) {
        return seconds.stream().map(Second::bytes).toList();
    }

    private static boolean isLower(List<Second> after, List<Second> before, int comparisons) {
        return median(bytes(after)) < SHARE * median(bytes(before))
                && NORMAL.survivalProbability(rankDistance(bytes(after), bytes(before))) < SIGNIFICANT / comparisons;
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** By how many standard deviations the ranks of {@code low} lie below what equal stretches have; ties count half. */
    private static double rankDistance(List<Double> low, List<Double> high) {
        double wins = 0;
        for (double one : high) {
            for (double other : low) {
                wins += one > other ? 1 : one == other ? 0.5 : 0;
            }
        }
        double n = low.size();
        double m = high.size();
        return (wins - n * m / 2) / Math.sqrt(n * m * (n + m + 1) / 12);
    }
}
