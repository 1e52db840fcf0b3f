// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

/** When each flow ended. */
public final class FlowOutcome {
    private final double[] finishSeconds;
    private final boolean complete;
    private final long rounds;

    /**
     * @param finishSeconds by row of the {@link FlowTable}; kept, not copied
     * @param complete false when the run was stopped
     * @param rounds of path selection, if it has any
     */
    public FlowOutcome(double[] finishSeconds, boolean complete, long rounds) {
        this.finishSeconds = finishSeconds;
        this.complete = complete;
        this.rounds = rounds;
    }

    public int flows() {
        return finishSeconds.length;
    }

    /** Infinite when the flow could never end (no way, no capacity); not a number when the run was stopped before it ended. */
    public double finishSeconds(int flow) {
        return finishSeconds[flow];
    }

    public boolean complete() {
        return complete;
    }

    public long rounds() {
        return rounds;
    }
}
