// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import org.fairlead.core.plan.PlanExplanation;

/**
 * What was decided of a task beside its slot.
 *
 * @param source the host that it is to read from; empty when it reads from many, or nobody decided
 * @param bytes of its input; NaN when they are not known
 * @param expectedSeconds until it ends; NaN when nothing was predicted
 * @param ours where stock's choice counts: what ours would have been, in words; empty otherwise
 * @param grounds on what ours stands; null where they were not kept
 */
public record TaskPlacement(
        String source, Distance distance, double bytes, double expectedSeconds, String ours, PlanExplanation grounds) {
    /** Of a task of which nothing is known. */
    public static final TaskPlacement UNKNOWN =
            new TaskPlacement("", Distance.UNKNOWN, Double.NaN, Double.NaN, "", null);
}
