// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

/** When each coflow ended under one order. */
public final class CoflowOutcome {
    private final String order;
    private final String rules;
    private final boolean knowsSizes;
    private final double[] finishSeconds;
    private final boolean complete;

    /**
     * @param order its name
     * @param rules one sentence: which rules were used
     * @param knowsSizes whether they need what a scheduler cannot see before a coflow has ended
     * @param finishSeconds by place in the trace; not a number where the run was stopped before; kept, not copied
     * @param complete false when the run was stopped
     */
    public CoflowOutcome(String order, String rules, boolean knowsSizes, double[] finishSeconds, boolean complete) {
        this.order = order;
        this.rules = rules;
        this.knowsSizes = knowsSizes;
        this.finishSeconds = finishSeconds;
        this.complete = complete;
    }

    public String order() {
        return order;
    }

    public String rules() {
        return rules;
    }

    /** Whether the rules need sizes, which a scheduler cannot see before a coflow has ended. */
    public boolean knowsSizes() {
        return knowsSizes;
    }

    public int coflows() {
        return finishSeconds.length;
    }

    /** Of the coflow at that place in the trace; not a number when the run was stopped before it ended. */
    public double finishSeconds(int coflow) {
        return finishSeconds[coflow];
    }

    public boolean complete() {
        return complete;
    }
}
