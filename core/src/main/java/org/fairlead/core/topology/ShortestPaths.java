// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Which paths between two hosts have the fewest hops.
 *
 * <p>One breadth-first search backwards from a destination labels every node with its distance; a next hop is a link
 * whose far end is one nearer. Labels are computed at first use and kept per destination: two threads may compute the
 * same labels, either result serves.
 */
final class ShortestPaths {
    private static final int UNREACHED = Integer.MAX_VALUE;

    private final List<Node> nodes;
    private final List<List<Link>> out;
    private final List<List<Link>> in;
    private final AtomicReferenceArray<int[]> distances;

    ShortestPaths(List<Node> nodes, List<Link> links) {
        this.nodes = nodes;
        out = empty(nodes.size());
        in = empty(nodes.size());
        for (Link link : links) {
            out.get(link.from().index()).add(link);
            in.get(link.to().index()).add(link);
        }
        distances = new AtomicReferenceArray<>(nodes.size());
    }

    private static List<List<Link>> empty(int size) {
        List<List<Link>> lists = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            lists.add(new ArrayList<>(2));
        }
        return lists;
    }

    List<Link> linksFrom(Node node) {
        return List.copyOf(out.get(node.index()));
    }

    List<Link> nextHops(Node at, Host destination) {
        int[] distance = distancesTo(destination);
        int here = distance[at.index()];
        if (here == UNREACHED) {
            return List.of();
        }
        return out.get(at.index()).stream()
                .filter(link -> distance[link.to().index()] == here - 1)
                .filter(link -> !(link.to() instanceof Host) || link.to().equals(destination))
                .toList();
    }

    List<Path> between(Host source, Host destination) {
        List<Path> found = new ArrayList<>();
        if (distancesTo(destination)[source.index()] != UNREACHED) {
            extend(source, destination, new ArrayList<>(), found);
        }
        return List.copyOf(found);
    }

    private void extend(Node at, Host destination, List<Link> soFar, List<Path> found) {
        if (at.equals(destination)) {
            found.add(new Path(soFar));
            return;
        }
        for (Link link : nextHops(at, destination)) {
            soFar.add(link);
            extend(link.to(), destination, soFar, found);
            soFar.remove(soFar.size() - 1);
        }
    }

    private int[] distancesTo(Host destination) {
        int[] known = distances.get(destination.index());
        if (known != null) {
            return known;
        }
        int[] distance = new int[nodes.size()];
        Arrays.fill(distance, UNREACHED);
        distance[destination.index()] = 0;
        ArrayDeque<Node> frontier = new ArrayDeque<>(List.of(destination));
        while (!frontier.isEmpty()) {
            Node node = frontier.remove();
            if (node instanceof Host && !node.equals(destination)) {
                continue; // a host is an end, never on the path
            }
            for (Link link : in.get(node.index())) {
                if (distance[link.from().index()] == UNREACHED) {
                    distance[link.from().index()] = distance[node.index()] + 1;
                    frontier.add(link.from());
                }
            }
        }
        distances.set(destination.index(), distance);
        return distance;
    }
}
