// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

/** What a coflow gets when its turn in the order has come, and how its flows divide it. */
public enum CoflowAllocation {
    /**
     * Minimum allocation for desired duration (MADD), then max-min. Γ is the largest over ports of its bytes over the free capacity; each
     * flow gets its bytes / Γ, so that all end together and no earlier than the slowest must. What that leaves free on the coflow's ports is
     * divided among its flows as {@link #MAX_MIN} (work conservation). With a port that has nothing free there is no Γ, and only the second
     * step. Source: Chowdhury, Zhong, Stoica, "Efficient coflow scheduling with Varys", SIGCOMM 2014, section 5.3; but
     * see {@link #MADD_AS_PUBLISHED}.
     */
    MADD,
    /**
     * As {@link #MADD}, but all coflows get their first step, in the order, before any gets its second; and rates are made anew only when a coflow
     * arrives or departs: what a flow leaves free that ends before the others of its coflow stays free until then.
     */
    MADD_AS_PUBLISHED,
    /** Max-min fair rates among the coflow's flows on what is free. Needs no sizes. */
    MAX_MIN;

    /** Whether a coflow gets all that it gets before the next one in the order gets anything. */
    public boolean inTurn() {
        return this != MADD_AS_PUBLISHED;
    }
}
