// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Finds in which layer of a network a node stands: hosts in 0, the switches of racks in 1, those that join these above.
 *
 * <p><b>Goals.</b> A drawing in which each switch stands above those that it joins. A switch that has hosts of its own beside other
 * switches (services at the root of a tree) is no rack's switch.
 *
 * <p><b>Algorithm.</b>
 *
 * <ol>
 *   <li><i>Edge.</i> Of the switches with hosts, those through which others' shortest paths lead (betweenness: Freeman 1977; counted as in
 *       Brandes, J. Math. Sociology 2001) are taken out, the busiest half first and no two neighbours at once, until none is left that
 *       lies between two others. The rest is the edge.
 *   <li><i>Order.</i> Of two neighbours the one farther from the nearest edge switch is above; at the same distance, the one
 *       that is nearer to the farthest.
 *   <li><i>Layer.</i> One more than the highest neighbour below. Neighbours of which neither is above may share a layer.
 * </ol>
 *
 * Beyond {@value #MOST_SOURCES} switches with hosts, an even sample of them stands for all, so the cost is linear in the links.
 *
 * <p><b>Example.</b> Racks e1 to e4 under c1, which has a host itself: paths from e1 to e2 lead through c1, so it is no edge; the
 * e's are in layer 1, c1 is in 2.
 */
public final class Layers {
    private static final int MOST_SOURCES = 64;
    private static final int MOST_ROUNDS = 32;

    private final List<Node> nodes;
    private final int[][] neighbours;
    private final boolean[] edge;

    private Layers(Topology topology) {
        nodes = topology.nodes();
        neighbours = new int[nodes.size()][];
        edge = new boolean[nodes.size()];
        List<List<Integer>> found = new ArrayList<>(nodes.size());
        nodes.forEach(node -> found.add(new ArrayList<>()));
        for (Link link : topology.links()) {
            if (link.from() instanceof Switch && link.to() instanceof Switch) {
                found.get(link.from().index()).add(link.to().index());
                found.get(link.to().index()).add(link.from().index());
            } else if (link.from() instanceof Switch || link.to() instanceof Switch) {
                edge[
                        link.from() instanceof Switch
                                ? link.from().index()
                                : link.to().index()] = true;
            }
        }
        Arrays.setAll(neighbours, node -> found.get(node).stream()
                .mapToInt(Integer::intValue)
                .distinct()
                .toArray());
    }

    /** @return by {@link Node#index()}: 0 for hosts, at least 1 for switches */
    public static int[] of(Topology topology) {
        Layers layers = new Layers(topology);
        layers.findEdge();
        return layers.layers();
    }

    private void findEdge() {
        for (int round = 0; round < MOST_ROUNDS && takeOut(); round++) {
            // the next round counts anew, without those
        }
    }

    /** @return whether any switch lay between two others of the edge */
    private boolean takeOut() {
        int[] sources = sources();
        double[] between = new double[nodes.size()];
        for (int source : sources) {
            new Search(source).addTo(between);
        }
        List<Integer> most = new ArrayList<>();
        double highest = 0;
        for (int node = 0; node < between.length; node++) {
            highest = edge[node] ? Math.max(highest, between[node]) : highest;
        }
        for (int node = 0; node < between.length; node++) {
            if (edge[node] && highest > 0 && between[node] >= highest / 2) {
                most.add(node);
            }
        }
        most.sort(Comparator.comparingDouble((Integer node) -> -between[node]));
        boolean[] out = new boolean[nodes.size()];
        for (int node : most) {
            if (Arrays.stream(neighbours[node]).noneMatch(other -> out[other])) {
                out[node] = true;
                edge[node] = false;
            }
        }
        return !most.isEmpty();
    }

    /** Edge switches, or an even sample of them. */
    private int[] sources() {
        int[] all = edge();
        if (all.length <= MOST_SOURCES) {
            return all;
        }
        int[] some = new int[MOST_SOURCES];
        Arrays.setAll(some, i -> all[(int) ((long) i * all.length / MOST_SOURCES)]);
        return some;
    }

    private int[] edge() {
        return nodes.stream().mapToInt(Node::index).filter(node -> edge[node]).toArray();
    }

    private int[] layers() {
        int[] nearest = new Search(edge()).hops;
        int[] farthest = new int[nodes.size()];
        for (int source : sources()) {
            int[] hops = new Search(source).hops;
            Arrays.setAll(farthest, node -> Math.max(farthest[node], hops[node]));
        }
        Comparator<Integer> upwards = Comparator.comparingInt((Integer node) -> nearest[node])
                .thenComparing(Comparator.comparingInt((Integer node) -> farthest[node])
                        .reversed());
        int[] layer = new int[nodes.size()];
        nodes.stream()
                .filter(Switch.class::isInstance)
                .map(Node::index)
                .sorted(upwards)
                .forEach(node -> {
                    layer[node] = 1;
                    for (int other : neighbours[node]) {
                        if (upwards.compare(other, node) < 0) {
                            layer[node] = Math.max(layer[node], layer[other] + 1);
                        }
                    }
                });
        return layer;
    }

    /** Breadth first through the switches. */
    private final class Search {
        final int[] hops = new int[nodes.size()];
        private final double[] paths = new double[nodes.size()];
        private final List<Integer> order = new ArrayList<>();

        Search(int... from) {
            Arrays.fill(hops, Integer.MAX_VALUE);
            Deque<Integer> next = new ArrayDeque<>();
            for (int start : from) {
                hops[start] = 0;
                paths[start] = 1;
                next.add(start);
            }
            while (!next.isEmpty()) {
                int node = next.remove();
                order.add(node);
                for (int other : neighbours[node]) {
                    if (hops[other] == Integer.MAX_VALUE) {
                        hops[other] = hops[node] + 1;
                        next.add(other);
                    }
                    if (hops[other] == hops[node] + 1) {
                        paths[other] += paths[node];
                    }
                }
            }
        }

        /** Adds to each switch the share of the paths from here to the edge that lead through it. */
        void addTo(double[] between) {
            double[] beyond = new double[nodes.size()];
            for (int i = order.size() - 1; i > 0; i--) {
                int node = order.get(i);
                between[node] += beyond[node];
                double carried = beyond[node] + (edge[node] ? 1 : 0);
                for (int other : neighbours[node]) {
                    if (hops[other] == hops[node] - 1) {
                        beyond[other] += carried * paths[other] / paths[node];
                    }
                }
            }
        }
    }
}
