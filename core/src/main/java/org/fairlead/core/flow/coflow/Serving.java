package org.fairlead.core.flow.coflow;

/** How a coflow divides what is left for it, before the next coflow in the order gets the rest. */
public enum Serving {
    /**
     * Minimum allocation for desired duration (MADD), then max-min. Γ is the largest over ports of its bytes over the free capacity; each
     * flow gets its bytes / Γ, so that all end together and no earlier than the slowest must. What that leaves free on the coflow's ports is
     * divided among its flows as {@link #MAX_MIN} (work conservation). With a port that has nothing free there is no Γ, and only the second
     * step. Source: Chowdhury, Zhong, Stoica, "Efficient coflow scheduling with Varys", SIGCOMM 2014, section 5.3; there all
     * coflows get their MADD before any gets more.
     */
    MADD,
    /** Max-min fair rates among the coflow's flows on what is free. Needs no sizes. */
    MAX_MIN
}
