// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Five seconds after a fault the clients move as much again as before it.
 *
 * <p>Compared are medians of whole seconds: of the last fifteen before the fault and of fifteen from five seconds after it. A median
 * more than 5 % lower is a violation when chance does not explain it: when a one-sided rank test (Mann and Whitney) says that seconds this
 * much lower come up in fewer than one of a hundred comparisons of like stretches.
 */
final class Recovery {
    private static final double SHARE = 0.95;
    private static final int LEAST_SECONDS = 6;
    private static final int MOST_SECONDS = 15;
    /** Of the normal distribution, for 1 % one-sided. */
    private static final double SIGNIFICANT = 2.326;

    private Recovery() {}

    static Verdict comesWithinFiveSeconds(History history) {
        List<Quiet.Episode> episodes = Quiet.episodes(history);
        List<Quiet.Stretch> stretches = Quiet.stretches(history);
        List<String> slow = new ArrayList<>();
        int judged = 0;
        for (int i = 0; i < episodes.size(); i++) {
            List<Double> before = last(seconds(history, stretches.get(i)));
            List<Double> after = first(seconds(history, stretches.get(i + 1)));
            if (before.size() >= LEAST_SECONDS && after.size() >= LEAST_SECONDS) {
                judged++;
                if (isLower(after, before)) {
                    slow.add(words(episodes.get(i).name(), before, after));
                }
            }
        }
        if (judged == 0 && !episodes.isEmpty()) {
            slow.add("no fault has " + LEAST_SECONDS + " quiet seconds before and after it");
        }
        return new Verdict(
                "5 s after a fault throughput is back within 5 %",
                judged + " of " + episodes.size() + " episodes", slow);
    }

    /** Small losses that add up would pass the rule above. */
    static Verdict isComplete(History history) {
        List<Quiet.Stretch> stretches = Quiet.stretches(history);
        List<Double> first = seconds(history, stretches.get(0));
        List<Double> last = seconds(history, stretches.get(stretches.size() - 1));
        List<String> slow = new ArrayList<>();
        if (first.size() < LEAST_SECONDS || last.size() < LEAST_SECONDS) {
            slow.add("only " + first.size() + " quiet seconds before all faults and " + last.size() + " after them");
        } else if (isLower(last, first)) {
            slow.add(words("all faults", first, last));
        }
        return new Verdict(
                "after all faults throughput is as before the first",
                first.size() + " and " + last.size() + " seconds",
                slow);
    }

    private static String words(String what, List<Double> before, List<Double> after) {
        return String.format(
                Locale.ROOT,
                "%s: %.2f MB/s before, %.2f after (medians of %d and %d seconds)",
                what,
                median(before) / 1e6,
                median(after) / 1e6,
                before.size(),
                after.size());
    }

    /** Whole seconds within a stretch. */
    private static List<Double> seconds(History history, Quiet.Stretch stretch) {
        return history.throughput().stream()
                .filter(second -> stretch.contains(second.at() - 1, second.at()))
                .map(History.Throughput::bytes)
                .toList();
    }

    private static List<Double> first(List<Double> seconds) {
        return seconds.subList(0, Math.min(MOST_SECONDS, seconds.size()));
    }

    private static List<Double> last(List<Double> seconds) {
        return seconds.subList(Math.max(0, seconds.size() - MOST_SECONDS), seconds.size());
    }

    private static boolean isLower(List<Double> after, List<Double> before) {
        return median(after) < SHARE * median(before) && rankDistance(after, before) > SIGNIFICANT;
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
