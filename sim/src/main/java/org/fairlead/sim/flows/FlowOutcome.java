package org.fairlead.sim.flows;

/**
 * When each flow ended.
 *
 * @param finishSeconds by row of the {@link FlowTable}: infinite when the flow could never end (no way, no capacity), not a number when
 *     the run was stopped before
 * @param complete false when the run was stopped
 * @param rounds of path selection, if it has any
 */
public record FlowOutcome(double[] finishSeconds, boolean complete, long rounds) {}
