// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All paths of the fewest hops between two hosts, by number, without listing them: the n-th of {@link Topology#paths} for any n,
 * in a few steps a hop, where that would build all of them first. Not safe for threads: it makes its tables at first use.
 *
 * <p>Goals: any path of any pair of hosts in a network of ten thousand hosts, within 100 ns or so and a few megabytes.
 *
 * <p>Constraints: a host never forwards. Failures are not looked at: a number always means the same path.
 *
 * <p>Algorithm: hosts that hang on one switch share its table, so tables are made per <em>vertex</em>: a switch, or a host with several
 * links. A table ({@link NextHops}) has, for each vertex, the next hops towards one destination vertex and how many paths lead on.
 * The n-th path takes, at each vertex, the first next hop behind which n paths are not yet used up; n falls by what was passed over.
 * Next hops are often the same for many destinations (all up-links), so equal lists are kept once.
 *
 * <p>Example: a fat tree with k = 4; two hosts in different pods have four paths. Number 2: the first aggregation switch has two
 * paths behind it, so 2 passes it over and becomes 0: second aggregation switch, its first core. In every pair of pods the number
 * 2 means that core, since links go by aggregation switch and then by core.
 */
public final class EqualCostPaths {
    /** Entries of all tables that are kept together: about 80 MB. Beyond, the oldest table is made again when it is asked for. */
    private static final int KEPT_ENTRIES = 1 << 23;

    /** Lists of next hops compared before a new one is taken for unlike all others. */
    private static final int COMPARED = 64;

    private static final int[] NO_LINKS = new int[0];
    private static final short UNREACHED = Short.MAX_VALUE;

    private final Routes routes;
    /** Node to vertex; −1 for hosts that share their switch's. */
    private final int[] vertexOf;

    private final boolean[] forwards;
    /** Vertex at the end of a link; −1 for a host that shares its switch's. */
    private final int[] endOf;

    private final int[] startOf;
    private final int[][] outOf;
    private final int[][] into;
    private final List<List<int[]>> distinct = new ArrayList<>();
    private final NextHops[] tables;
    private final ArrayDeque<Integer> kept = new ArrayDeque<>();
    private final int mostKept;

    public EqualCostPaths(Topology topology) {
        routes = topology.routes();
        vertexOf = new int[topology.nodes().size()];
        int vertices = 0;
        for (Node node : topology.nodes()) {
            vertexOf[node.index()] = routes.isPlain(node.index()) ? -1 : vertices++;
        }
        forwards = new boolean[vertices];
        topology.switches().forEach(node -> forwards[vertexOf[node.index()]] = true);
        startOf = topology.links().stream()
                .mapToInt(link -> vertexOf[link.from().index()])
                .toArray();
        endOf = topology.links().stream()
                .mapToInt(link -> vertexOf[link.to().index()])
                .toArray();
        outOf = linksBy(startOf, endOf, vertices);
        into = linksBy(endOf, startOf, vertices);
        for (int vertex = 0; vertex < vertices; vertex++) {
            distinct.add(new ArrayList<>());
        }
        tables = new NextHops[vertices];
        mostKept = Math.max(1, KEPT_ENTRIES / vertices);
    }

    private static int[][] linksBy(int[] end, int[] other, int vertices) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int vertex = 0; vertex < vertices; vertex++) {
            lists.add(new ArrayList<>(2));
        }
        for (int link = 0; link < end.length; link++) {
            if (end[link] >= 0 && other[link] >= 0) {
                lists.get(end[link]).add(link);
            }
        }
        return lists.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /** How many paths there are: 1 from a host to itself, 0 when there is no path. */
    public int count(int source, int destination) {
        return source == destination ? 1 : toward(destination).count(vertex(source));
    }

    /** How many links each of the paths has; 0 where there is none. */
    public int hops(int source, int destination) {
        if (source == destination || count(source, destination) == 0) {
            return 0;
        }
        int own = (upLink(source) >= 0 ? 1 : 0) + (downLink(destination) >= 0 ? 1 : 0);
        return own + toward(destination).distance(vertex(source));
    }

    /**
     * One path.
     *
     * @param number from 0 to {@code count} − 1
     * @return link indexes in the order of travel
     */
    public int[] links(int source, int destination, int number) {
        int[] links = new int[hops(source, destination)];
        write(source, destination, number, links);
        return links;
    }

    /**
     * Like {@link #links}, into an array that is long enough.
     *
     * @return how many links were written
     */
    public int write(int source, int destination, int number, int[] links) {
        int count = count(source, destination);
        if (number < 0 || number >= count) {
            throw new IllegalArgumentException("path " + number + " of " + count + " from host " + source + " to host "
                    + destination + "; numbers start at 0");
        }
        if (source == destination) {
            return 0;
        }
        NextHops table = toward(destination);
        int hop = 0;
        if (upLink(source) >= 0) {
            links[hop++] = upLink(source);
        }
        int at = vertex(source);
        int target = vertex(destination);
        int left = number;
        while (at != target) {
            int taken = -1;
            for (int link : table.links(at)) {
                int behind = table.count(endOf[link]);
                if (left < behind) {
                    taken = link;
                    break;
                }
                left -= behind;
            }
            links[hop++] = taken;
            at = endOf[taken];
        }
        if (downLink(destination) >= 0) {
            links[hop++] = downLink(destination);
        }
        return hop;
    }

    /** Vertices go from 0 to this, excluded. */
    public int vertices() {
        return tables.length;
    }

    /** Where a host's paths begin and end: its only switch, or itself if it has several links. */
    public int vertex(int host) {
        int edge = routes.edgeOf(host);
        return vertexOf[edge >= 0 ? edge : host];
    }

    /** The vertex at the end of a link between vertices. */
    public int endOf(int link) {
        return endOf[link];
    }

    /** The only link by which a host sends; −1 if it has several. */
    public int upLink(int host) {
        return routes.upLink(host);
    }

    /** The only link by which a host receives; −1 if it has several. */
    public int downLink(int host) {
        return routes.downLink(host);
    }

    /** The table towards a host's vertex. */
    public NextHops toward(int host) {
        int target = vertex(host);
        NextHops table = tables[target];
        if (table == null) {
            if (kept.size() == mostKept) {
                tables[kept.remove()] = null;
            }
            table = make(target);
            tables[target] = table;
            kept.add(target);
        }
        return table;
    }

    private NextHops make(int target) {
        int vertices = tables.length;
        short[] distances = new short[vertices];
        Arrays.fill(distances, UNREACHED);
        int[] counts = new int[vertices];
        int[][] hops = new int[vertices][];
        Arrays.fill(hops, NO_LINKS);
        int[] joins = new int[vertices];
        int[] queue = new int[vertices];
        int tail = 0;
        queue[tail++] = target;
        distances[target] = 0;
        counts[target] = 1;
        for (int head = 0; head < tail; head++) {
            int at = queue[head];
            if (at != target) {
                hops[at] = nextHops(at, distances);
                counts[at] = paths(hops[at], counts);
                joins[at] = join(hops[at], distances, joins);
            }
            if (at != target && !forwards[at]) {
                continue;
            }
            for (int link : into[at]) {
                int before = startOf[link];
                if (distances[before] == UNREACHED) {
                    distances[before] = (short) (distances[at] + 1);
                    queue[tail++] = before;
                }
            }
        }
        return new NextHops(hops, counts, distances, joins);
    }

    /** A nearer vertex that does not forward is a path only if it is the target, which is the only one at distance 0. */
    private int[] nextHops(int at, short[] distances) {
        int wanted = distances[at] - 1;
        int[] found = new int[outOf[at].length];
        int count = 0;
        for (int link : outOf[at]) {
            int next = endOf[link];
            if (distances[next] == wanted && (wanted == 0 || forwards[next])) {
                found[count++] = link;
            }
        }
        int[] links = Arrays.copyOf(found, count);
        List<int[]> known = distinct.get(at);
        for (int[] other : known) {
            if (Arrays.equals(other, links)) {
                return other;
            }
        }
        if (known.size() < COMPARED) {
            known.add(links);
        }
        return links;
    }

    private int paths(int[] hops, int[] counts) {
        long sum = 0;
        for (int link : hops) {
            sum += counts[endOf[link]];
        }
        return (int) Math.min(sum, Integer.MAX_VALUE);
    }

    /** Of two vertices, the one farther away goes on to its own join until both meet: at the target at the latest. */
    private int join(int[] hops, short[] distances, int[] joins) {
        int meeting = endOf[hops[0]];
        for (int link : hops) {
            int other = endOf[link];
            while (meeting != other) {
                if (distances[meeting] >= distances[other]) {
                    meeting = joins[meeting];
                } else {
                    other = joins[other];
                }
            }
        }
        return meeting;
    }
}
