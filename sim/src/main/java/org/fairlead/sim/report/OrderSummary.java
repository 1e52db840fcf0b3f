// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.fairlead.report.Statistics;
import org.fairlead.sim.coflow.CoflowOutcome;

/**
 * One order in a few numbers, over the coflows that ended.
 *
 * @param rules one sentence: what the order is, a semicolon, and the details
 * @param knowsSizes whether they need what a scheduler cannot see before a coflow has ended
 * @param finished how many ended
 * @param seconds completion times: from arrival to end
 * @param sorted completion times, ascending; not to be changed
 * @param overBound mean completion time over the mean of the same coflows alone; not a number when that is 0
 * @param byClass the same for each class of coflows that has any
 * @param makespanSeconds from the first arrival to the last end; not a number when nothing ended
 */
record OrderSummary(
        String order,
        String rules,
        boolean knowsSizes,
        boolean complete,
        int finished,
        Statistics seconds,
        Sorted sorted,
        double overBound,
        Map<SizeClass, Double> byClass,
        double makespanSeconds) {

    /** Values in ascending order. */
    static final class Sorted {
        private final double[] values;

        private Sorted(double[] values) {
            this.values = values;
        }

        int size() {
            return values.length;
        }

        double get(int place) {
            return values[place];
        }
    }

    /** What the order is: the first part of its rules. */
    String meaning() {
        int end = rules.indexOf(';');
        return end < 0 ? rules : rules.substring(0, end);
    }

    /** The rest of its rules; empty when there is none. */
    String details() {
        return rules.substring(Math.min(rules.length(), meaning().length() + 1)).strip();
    }

    static OrderSummary of(TraceFacts facts, CoflowOutcome outcome) {
        double[] seconds = new double[facts.coflows()];
        int finished = 0;
        double first = Double.POSITIVE_INFINITY;
        double last = Double.NaN;
        Ratio all = new Ratio();
        Map<SizeClass, Ratio> classes = new EnumMap<>(SizeClass.class);
        for (int coflow = 0; coflow < facts.coflows(); coflow++) {
            double arrival = facts.trace().coflows().get(coflow).arrivalSeconds();
            first = Math.min(first, arrival);
            double finish = outcome.finishSeconds(coflow);
            if (Double.isNaN(finish)) {
                continue;
            }
            seconds[finished++] = finish - arrival;
            last = Double.isNaN(last) ? finish : Math.max(last, finish);
            all.add(finish - arrival, facts.aloneSeconds(coflow));
            classes.computeIfAbsent(facts.sizeClass(coflow), each -> new Ratio())
                    .add(finish - arrival, facts.aloneSeconds(coflow));
        }
        double[] sorted = Arrays.copyOf(seconds, finished);
        Statistics statistics = Statistics.of(sorted);
        Map<SizeClass, Double> byClass = new EnumMap<>(SizeClass.class);
        classes.forEach((each, ratio) -> byClass.put(each, ratio.value()));
        return new OrderSummary(
                outcome.order(),
                outcome.rules(),
                outcome.knowsSizes(),
                outcome.complete(),
                finished,
                statistics,
                new Sorted(sorted),
                all.value(),
                byClass,
                last - first);
    }

    /** Of sums, as of means. */
    private static final class Ratio {
        private double seconds;
        private double alone;

        void add(double tookSeconds, double aloneSeconds) {
            seconds += tookSeconds;
            alone += aloneSeconds;
        }

        double value() {
            return alone > 0 ? seconds / alone : Double.NaN;
        }
    }
}
