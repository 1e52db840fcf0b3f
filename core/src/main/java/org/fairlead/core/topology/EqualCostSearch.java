// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Finds the equal-cost paths between two switches, from both ends at once: the highest switches have a link to every rack, and
 * nothing has to go through these one by one. Guided by distances, which are kept per destination (2 bytes a switch). Safe for threads.
 */
final class EqualCostSearch {
    static final int MOST_PATHS = 16;
    private static final short UNREACHED = Short.MAX_VALUE;

    private final int switches;
    /** A switch's place among the switches, by node index. */
    private final int[] place;

    private final int[] linkFrom;
    private final int[] linkTo;
    private final int[][] outOf;
    private final int[][] into;
    private final AtomicReferenceArray<short[]> distances;

    /**
     * @param linkFrom index of the node at the start of each link
     * @param linkTo index of the node at its end
     * @param outOf of each node, the links from it to switches
     * @param into of each node, the links to it from switches
     */
    EqualCostSearch(List<Switch> switches, int[] linkFrom, int[] linkTo, int[][] outOf, int[][] into) {
        this.switches = switches.size();
        this.linkFrom = linkFrom;
        this.linkTo = linkTo;
        this.outOf = outOf;
        this.into = into;
        place = new int[outOf.length];
        for (int i = 0; i < switches.size(); i++) {
            place[switches.get(i).index()] = i;
        }
        distances = new AtomicReferenceArray<>(switches.size());
    }

    /** All paths of least hops from one switch to another through switches. */
    EqualCostRoutes between(int from, int to) {
        short[] distance = distancesTo(to);
        int hops = distance[place[from]];
        if (hops == UNREACHED) {
            return EqualCostRoutes.NONE;
        }
        List<int[]> ends = new ArrayList<>();
        backward(to, distance, new int[hops - hops / 2], 0, ends);
        List<int[]> starts = new ArrayList<>();
        forward(from, distance, new int[hops / 2], 0, starts);
        List<int[]> found = new ArrayList<>();
        for (int[] start : starts) {
            int middle = start.length == 0 ? from : linkTo[start[start.length - 1]];
            for (int[] end : ends) {
                if (linkFrom[end[0]] == middle) {
                    int[] whole = Arrays.copyOf(start, hops);
                    System.arraycopy(end, 0, whole, start.length, end.length);
                    found.add(whole);
                }
            }
        }
        return evenly(found);
    }

    private void forward(int at, short[] distance, int[] links, int filled, List<int[]> found) {
        if (filled == links.length) {
            found.add(links.clone());
            return;
        }
        for (int link : outOf[at]) {
            if (distance[place[linkTo[link]]] == distance[place[at]] - 1) {
                links[filled] = link;
                forward(linkTo[link], distance, links, filled + 1, found);
            }
        }
    }

    private void backward(int at, short[] distance, int[] links, int filled, List<int[]> found) {
        if (filled == links.length) {
            found.add(links.clone());
            return;
        }
        for (int link : into[at]) {
            if (distance[place[linkFrom[link]]] == distance[place[at]] + 1) {
                links[links.length - 1 - filled] = link;
                backward(linkFrom[link], distance, links, filled + 1, found);
            }
        }
    }

    private short[] distancesTo(int destination) {
        short[] known = distances.get(place[destination]);
        if (known != null) {
            return known;
        }
        short[] distance = new short[switches];
        Arrays.fill(distance, UNREACHED);
        int[] queue = new int[distance.length];
        int tail = 0;
        queue[tail++] = destination;
        distance[place[destination]] = 0;
        for (int head = 0; head < tail; head++) {
            for (int link : into[queue[head]]) {
                int before = linkFrom[link];
                if (distance[place[before]] == UNREACHED) {
                    distance[place[before]] = (short) (distance[place[queue[head]]] + 1);
                    queue[tail++] = before;
                }
            }
        }
        distances.set(place[destination], distance);
        return distance;
    }

    /** As many as are kept, evenly drawn. */
    static EqualCostRoutes evenly(List<int[]> found) {
        if (found.isEmpty()) {
            return EqualCostRoutes.NONE;
        }
        int count = Math.min(found.size(), MOST_PATHS);
        int hops = found.get(0).length;
        int[] links = new int[count * hops];
        for (int path = 0; path < count; path++) {
            System.arraycopy(found.get((int) ((long) path * found.size() / count)), 0, links, path * hops, hops);
        }
        return new EqualCostRoutes(count, hops, links);
    }
}
