// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What a decision asks of a topology many times, in nanoseconds and in little memory: a host's own links, its rack, and the
 * equal-cost paths through the switches between two hosts. Safe for threads.
 *
 * <p>A host with one link to one switch and one back is <em>plain</em>: a way between plain hosts is the up-link, one of the
 * inner paths between their switches, the down-link. Inner paths are searched from both ends, guided by distances between
 * switches (kept per switch that has hosts, 2 bytes a pair), and kept in a table of bounded size. Other hosts (with several links)
 * take {@link Topology#paths}, which is slower.
 *
 * <p>Of more than {@value EqualCostSearch#MOST_PATHS} paths, that many are kept, evenly drawn: a mean over them stands for the mean over all.
 *
 * <p>Hosts and switches go by {@link Node#index()}, racks by their place in {@link Topology#racks()}.
 */
public final class Routes {
    /** Pairs of switches whose paths are kept; another pair at the same place of the table takes the place over. */
    private static final int KEPT = 1 << 13;

    private static final short UNREACHED = Short.MAX_VALUE;

    private record Kept(int from, int to, EqualCostRoutes paths) {}

    private final Topology topology;
    private final int[] rackOf;
    private final int[][] hostsOf;
    private final int[] up;
    private final int[] down;
    private final int[] edge;
    private final int[] edgeNumber;
    private final int edges;
    private final int[] linkFrom;
    private final int[] linkTo;
    private final int[][] outOf;
    private final int[][] into;
    private final int[] roots;
    private final double[] diskReads;
    private final double[] diskWrites;
    private final short[] levels;
    private final EqualCostSearch search;
    private final AtomicReferenceArray<Kept> kept = new AtomicReferenceArray<>(KEPT);
    private final AtomicReferenceArray<EqualCostRoutes> fromCore;
    private final AtomicReferenceArray<EqualCostRoutes> toCore;

    Routes(Topology topology) {
        this.topology = topology;
        int nodes = topology.nodes().size();
        List<Link> links = topology.links();
        linkFrom = links.stream().mapToInt(link -> link.from().index()).toArray();
        linkTo = links.stream().mapToInt(link -> link.to().index()).toArray();
        rackOf = filled(nodes, -1);
        hostsOf = new int[topology.racks().size()][];
        int rack = 0;
        for (Map.Entry<String, List<Host>> entry : topology.racks().entrySet()) {
            hostsOf[rack] = entry.getValue().stream().mapToInt(Host::index).toArray();
            for (int host : hostsOf[rack]) {
                rackOf[host] = rack;
            }
            rack++;
        }
        up = filled(nodes, -1);
        down = filled(nodes, -1);
        edge = filled(nodes, -1);
        edgeNumber = filled(nodes, -1);
        diskReads = new double[nodes];
        diskWrites = new double[nodes];
        Arrays.fill(diskReads, Double.POSITIVE_INFINITY);
        Arrays.fill(diskWrites, Double.POSITIVE_INFINITY);
        for (Host host : topology.hosts()) {
            host.disk().ifPresent(disk -> {
                diskReads[host.index()] = disk.readBytesPerSecond();
                diskWrites[host.index()] = disk.writeBytesPerSecond();
            });
        }
        findPlainHosts();
        edges = numberEdges();
        outOf = innerLinks(linkFrom, linkTo, nodes);
        into = innerLinks(linkTo, linkFrom, nodes);
        levels = levels(nodes);
        roots = roots();
        search = new EqualCostSearch(topology.switches(), linkFrom, linkTo, outOf, into);
        fromCore = new AtomicReferenceArray<>(nodes);
        toCore = new AtomicReferenceArray<>(nodes);
    }

    private static int[] filled(int size, int value) {
        int[] array = new int[size];
        Arrays.fill(array, value);
        return array;
    }

    private boolean isHost(int node) {
        return topology.nodes().get(node) instanceof Host;
    }

    private void findPlainHosts() {
        int[] outs = new int[edge.length];
        int[] ins = new int[edge.length];
        for (int link = 0; link < linkFrom.length; link++) {
            outs[linkFrom[link]]++;
            ins[linkTo[link]]++;
            up[linkFrom[link]] = link;
            down[linkTo[link]] = link;
        }
        for (int node = 0; node < edge.length; node++) {
            boolean plain = isHost(node)
                    && outs[node] == 1
                    && ins[node] == 1
                    && linkTo[up[node]] == linkFrom[down[node]]
                    && !isHost(linkTo[up[node]]);
            if (plain) {
                edge[node] = linkTo[up[node]];
            } else {
                up[node] = -1;
                down[node] = -1;
            }
        }
    }

    private int numberEdges() {
        int number = 0;
        for (int node = 0; node < edge.length; node++) {
            int at = edge[node];
            if (at >= 0 && edgeNumber[at] < 0) {
                edgeNumber[at] = number++;
            }
        }
        return number;
    }

    /** For each node, the links between switches that have it at the end that {@code ends} gives. */
    private int[][] innerLinks(int[] ends, int[] others, int nodes) {
        int[] counts = new int[nodes];
        for (int link = 0; link < ends.length; link++) {
            if (!isHost(ends[link]) && !isHost(others[link])) {
                counts[ends[link]]++;
            }
        }
        int[][] byNode = new int[nodes][];
        int[] none = new int[0];
        Arrays.setAll(byNode, node -> counts[node] == 0 ? none : new int[counts[node]]);
        for (int link = ends.length - 1; link >= 0; link--) {
            if (!isHost(ends[link]) && !isHost(others[link])) {
                byNode[ends[link]][--counts[ends[link]]] = link;
            }
        }
        return byNode;
    }

    private short[] levels(int nodes) {
        short[] level = new short[nodes];
        Arrays.fill(level, UNREACHED);
        int[] queue = new int[nodes];
        int tail = 0;
        for (int link = 0; link < linkFrom.length; link++) {
            int above = linkTo[link];
            if (isHost(linkFrom[link]) && !isHost(above) && level[above] == UNREACHED) {
                level[above] = 0;
                queue[tail++] = above;
            }
        }
        for (int head = 0; head < tail; head++) {
            for (int link : outOf[queue[head]]) {
                if (level[linkTo[link]] == UNREACHED) {
                    level[linkTo[link]] = (short) (level[queue[head]] + 1);
                    queue[tail++] = linkTo[link];
                }
            }
        }
        return level;
    }

    private int[] roots() {
        int highest = -1;
        for (short level : levels) {
            highest = level == UNREACHED ? highest : Math.max(highest, level);
        }
        List<Integer> found = new ArrayList<>();
        for (int node = 0; node < levels.length; node++) {
            if (levels[node] == highest && !isHost(node)) {
                found.add(node);
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    public Topology topology() {
        return topology;
    }

    public int racks() {
        return hostsOf.length;
    }

    /** @return the host's rack; -1 for a switch */
    public int rackOf(int host) {
        return rackOf[host];
    }

    /** A rack's hosts; not to be changed. */
    @SuppressWarnings("MixedArrayDimensions")
    public int[] hostsOf(int rack) {
        return hostsOf[rack];
    }

    public Host host(int index) {
        return (Host) topology.nodes().get(index);
    }

    /** Whether the host hangs on one switch by one link: the only ones that have up- and down-links here. */
    public boolean isPlain(int host) {
        return edge[host] >= 0;
    }

    /** The link by which a plain host sends; -1 for others. */
    public int upLink(int host) {
        return up[host];
    }

    /** The link by which a plain host receives; -1 for others. */
    public int downLink(int host) {
        return down[host];
    }

    /** Bytes per second that a host's disk reads at most; infinite where no limit is known. */
    public double diskRead(int host) {
        return diskReads[host];
    }

    /** Bytes per second that a host's disk writes at most; infinite where no limit is known. */
    public double diskWrite(int host) {
        return diskWrites[host];
    }

    /** The switch that a plain host hangs on; -1 for others. */
    public int edgeOf(int host) {
        return edge[host];
    }

    /** Switches that plain hosts hang on. */
    public int edges() {
        return edges;
    }

    /** The number of the switch that a plain host hangs on, from 0 to {@link #edges}; -1 for others. */
    public int edgeNumber(int host) {
        return edge[host] < 0 ? -1 : edgeNumber[edge[host]];
    }

    /** Fewest hops from a host's switch up to this switch: 0 for a rack switch. {@link Short#MAX_VALUE} for hosts. */
    public int level(int node) {
        return levels[node];
    }

    /** Links from this switch to other switches; not to be changed. */
    public int[] linksOut(int node) {
        return outOf[node];
    }

    /** Links from other switches to this switch; not to be changed. */
    public int[] linksIn(int node) {
        return into[node];
    }

    /** Index of the node at the start of a link. */
    public int linkFrom(int link) {
        return linkFrom[link];
    }

    /** Index of the node at the end of a link. */
    public int linkTo(int link) {
        return linkTo[link];
    }

    /**
     * Ways from one host to another without the plain hosts' own links: for two plain hosts those between their switches, else
     * the whole paths, less the own link of the end that is plain.
     */
    public EqualCostRoutes inner(int source, int destination) {
        if (source == destination) {
            return EqualCostRoutes.HERE;
        }
        if (isPlain(source) && isPlain(destination)) {
            return between(edge[source], edge[destination]);
        }
        List<int[]> found = new ArrayList<>();
        int before = isPlain(source) ? 1 : 0;
        int after = isPlain(destination) ? 1 : 0;
        for (Path path : topology.paths(host(source), host(destination))) {
            found.add(path.links().subList(before, path.links().size() - after).stream()
                    .mapToInt(Link::index)
                    .toArray());
        }
        return EqualCostSearch.evenly(found);
    }

    /** Ways between two switches through switches. */
    public EqualCostRoutes between(int from, int to) {
        if (from == to) {
            return EqualCostRoutes.HERE;
        }
        if (outOf[from].length == 1 && into[to].length == 1) {
            int first = outOf[from][0];
            int last = into[to][0];
            if (first != last && linkTo[first] == linkFrom[last]) {
                return new EqualCostRoutes(1, 2, new int[] {first, last}); // racks of a tree: quicker made than found
            }
        }
        int slot = (from * 0x9E3779B1 + to * 0x85EBCA6B) >>> 19;
        Kept known = kept.get(slot);
        if (known != null && known.from() == from && known.to() == to) {
            return known.paths();
        }
        EqualCostRoutes paths = search.between(from, to);
        kept.set(slot, new Kept(from, to, paths));
        return paths;
    }

    /** Ways from the nearest of the network's roots (its highest switches) to a plain host's switch. */
    public EqualCostRoutes fromCore(int host) {
        return core(fromCore, host, true);
    }

    /** Ways from a plain host's switch to the nearest of the network's roots. */
    public EqualCostRoutes toCore(int host) {
        return core(toCore, host, false);
    }

    private EqualCostRoutes core(AtomicReferenceArray<EqualCostRoutes> known, int host, boolean down) {
        int at = edge[host];
        if (at < 0) {
            return EqualCostRoutes.HERE; // several links: the core does not bound it more than they do
        }
        EqualCostRoutes paths = known.get(at);
        if (paths == null) {
            List<int[]> found = new ArrayList<>();
            int nearest = UNREACHED;
            for (int root : roots) {
                EqualCostRoutes some =
                        root == at ? EqualCostRoutes.HERE : down ? search.between(root, at) : search.between(at, root);
                if (some.count() > 0 && some.hops() < nearest) {
                    nearest = some.hops();
                    found.clear();
                }
                if (some.count() > 0 && some.hops() == nearest) {
                    for (int path = 0; path < some.count(); path++) {
                        found.add(links(some, path));
                    }
                }
            }
            paths = found.isEmpty() || nearest == 0 ? EqualCostRoutes.HERE : EqualCostSearch.evenly(found);
            known.set(at, paths);
        }
        return paths;
    }

    private static int[] links(EqualCostRoutes paths, int path) {
        int[] links = new int[paths.hops()];
        Arrays.setAll(links, hop -> paths.link(path, hop));
        return links;
    }
}
