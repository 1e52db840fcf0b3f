// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

/**
 * How long plans are awaited, and how long they count. Nanoseconds.
 *
 * @param firstWait for which a new stage awaits its first plan at most
 * @param fresh age up to which a plan counts
 * @param mostDecline for which a stage gets nothing at most, since the first slot that was left free after its last launch
 */
public record PlanLimits(long firstWait, long fresh, long mostDecline) {
    /** Where nobody says otherwise: 50 ms, 1 s, 60 s. */
    public static final PlanLimits USUAL = new PlanLimits(50_000_000L, 1_000_000_000L, 60_000_000_000L);
}
