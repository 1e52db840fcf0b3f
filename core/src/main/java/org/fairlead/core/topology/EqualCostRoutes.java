// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

/**
 * The equal-cost paths from one place in a network to another, as link indexes: all have the same number of hops. Immutable,
 * and small: {@link Routes} keeps many.
 */
public final class EqualCostRoutes {
    /** One path of no links: from a place to itself. */
    static final EqualCostRoutes HERE = new EqualCostRoutes(1, 0, new int[0]);
    /** No path at all. */
    static final EqualCostRoutes NONE = new EqualCostRoutes(0, 0, new int[0]);

    private final int count;
    private final int hops;
    private final int[] links;

    EqualCostRoutes(int count, int hops, int[] links) {
        this.count = count;
        this.hops = hops;
        this.links = links;
    }

    /** How many there are; 0 when there is none. */
    public int count() {
        return count;
    }

    /** Links on each of them. */
    public int hops() {
        return hops;
    }

    /** @return index of the link that is the {@code hop}-th, from 0, on the {@code path}-th */
    public int link(int path, int hop) {
        return links[path * hops + hop];
    }
}
