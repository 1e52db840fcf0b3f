// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

/**
 * How one comes to one vertex of a network in the fewest hops, from every other vertex: a router's table, with the number of
 * paths behind each entry. Vertices are those of {@link EqualCostPaths}. Immutable.
 */
public final class NextHops {
    private final int[][] links;
    private final int[] counts;
    private final short[] distances;
    private final int[] joins;

    NextHops(int[][] links, int[] counts, short[] distances, int[] joins) {
        this.links = links;
        this.counts = counts;
        this.distances = distances;
        this.joins = joins;
    }

    /** The links that lead one hop nearer, by their index; none at the vertex itself and where no path begins. Not to be changed. */
    @SuppressWarnings("MixedArrayDimensions")
    public int[] links(int vertex) {
        return links[vertex];
    }

    /** How many paths lead on from here: 1 at the vertex itself, 0 where there is none; {@link Integer#MAX_VALUE} for that many or more. */
    public int count(int vertex) {
        return counts[vertex];
    }

    /** Hops from here; only where a path begins. */
    public int distance(int vertex) {
        return distances[vertex];
    }

    /** The first vertex, after this one, that all paths from here pass; only where a path begins and not at the end itself. */
    public int join(int vertex) {
        return joins[vertex];
    }
}
