// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;

/**
 * Which codepoint stands for which path between two hosts, and by which links each switch sends what bears it.
 *
 * <p><b>Goals.</b> A sender chooses a path by six bits in each packet; switches have static tables and no state per flow. The same codepoint leads over the same path
 * at all switches, whoever sent. Every path choice of every host pair has a codepoint. As few entries as possible.
 *
 * <p><b>Constraints.</b> A switch looks at the label and the destination, never at the sender or the port of arrival. A label's links are a part of the
 * equal-cost next hops, so each hop comes nearer to the destination and nothing goes in circles. What bears no label, or another one, goes as before; so does what a switch has no entry for.
 *
 * <p><b>Algorithm.</b> Labels are the first granted codepoints, as many as the pair with the most paths has. For each destination, from it outwards, each node's paths are shared out
 * among the labels that name them behind its next hops, to each label equally many ({@link Spread}). With P paths and L labels, in trees and fat trees, label n (from 0) names path n
 * modulo P while P is at most L. With more paths than labels it names a group: the paths whose number is n modulo L, if the numbers of paths and L divide one another. The hash of each switch
 * chooses within a group. In irregular networks a label may name a group although there are enough labels.
 * An entry is left out where a node has one next hop, where the label leaves by all of them, and where no host's paths lead through. Hosts on one switch share an entry elsewhere.
 *
 * <p><b>Example.</b> A fat tree with k = 4, codepoints 8–15 granted: pairs in different pods have four paths, so 8 to 11 are used and 12 to 15 stay free. To another pod, 8 and 9 leave e1 by a1,
 * 10 and 11 by a2; 8 leaves a1 by c1, 9 by c2. Within a pod there are two paths: 8 and 10 name the first, 9 and 11 the second. Cores have no entries. With 8 and 9 alone, 8 names the paths over c1 and c3, 9 those
 * over c2 and c4: e1 hashes, a1 and a2 do not.
 *
 * <p><b>Source.</b> Ours. Paths that are laid out beforehand and named in the packet, with tables by destination and name: XPath (Hu et al., NSDI 2015). Codepoints: RFC 2474.
 */
public final class LabelPlan {
    private static final int MOST_PATHS = 4096;

    private final Topology topology;
    private final Routes routes;
    private final int mostPaths;
    private final List<Integer> codepoints;
    /** Hosts that all other nodes reach alike: those of one switch, or one with several links. */
    private final List<List<Host>> places;

    private final int[] placeOf;
    /** By place, then by node; null where no host's path leads through. */
    private final Spread[][] spreads;

    private LabelPlan(Topology topology, int mostPaths, List<Integer> codepoints, List<List<Host>> places) {
        this.topology = topology;
        this.mostPaths = mostPaths;
        this.codepoints = codepoints;
        this.places = places;
        routes = topology.routes();
        placeOf = new int[topology.nodes().size()];
        Arrays.fill(placeOf, -1);
        spreads = new Spread[places.size()][];
        Spread arrived = Spread.arrived(codepoints.size());
        Map<List<Spread>, Spread> alike = new HashMap<>();
        for (int place = 0; place < spreads.length; place++) {
            for (Host host : places.get(place)) {
                placeOf[host.index()] = place;
            }
            spreads[place] = codepoints.isEmpty()
                    ? new Spread[0]
                    : towards(places.get(place).get(0), arrived, alike);
        }
    }

    /** @throws IllegalArgumentException if two places have more than {@value #MOST_PATHS} paths between them */
    public static LabelPlan of(Topology topology, Codepoints granted) {
        List<List<Host>> places = places(topology);
        int mostPaths = mostPaths(topology, places);
        int labels = Math.min(granted.numbers().size(), mostPaths);
        return new LabelPlan(
                topology, mostPaths, labels > 1 ? granted.numbers().subList(0, labels) : List.of(), places);
    }

    private static List<List<Host>> places(Topology topology) {
        Map<Integer, List<Host>> byPlace = new LinkedHashMap<>();
        for (Host host : topology.hosts()) {
            int edge = topology.routes().edgeOf(host.index());
            byPlace.computeIfAbsent(edge >= 0 ? edge : host.index(), place -> new ArrayList<>())
                    .add(host);
        }
        return byPlace.values().stream().map(List::copyOf).toList();
    }

    private static int mostPaths(Topology topology, List<List<Host>> places) {
        EqualCostPaths paths = new EqualCostPaths(topology);
        int most = 0;
        for (List<Host> to : places) {
            for (List<Host> from : places) {
                most = Math.max(most, paths.count(from.get(0).index(), to.get(0).index()));
            }
        }
        return most;
    }

    private Spread[] towards(Host destination, Spread arrived, Map<List<Spread>, Spread> alike) {
        Spread[] known = new Spread[topology.nodes().size()];
        known[destination.index()] = arrived;
        Deque<Node> waiting = new ArrayDeque<>();
        for (List<Host> senders : places) {
            waiting.push(topology.nodes().get(first(senders.get(0).index())));
            while (!waiting.isEmpty()) {
                Node at = waiting.peek();
                List<Node> next = topology.nextHops(at, destination).stream()
                        .map(Link::to)
                        .toList();
                List<Node> unknown = next.stream()
                        .filter(node -> known[node.index()] == null)
                        .toList();
                if (known[at.index()] == null && !next.isEmpty() && !unknown.isEmpty()) {
                    unknown.forEach(waiting::push);
                    continue;
                }
                waiting.pop();
                if (known[at.index()] == null && !next.isEmpty()) {
                    known[at.index()] = alike.computeIfAbsent(
                            next.stream().map(node -> known[node.index()]).toList(),
                            behind -> Spread.over(behind, codepoints.size(), MOST_PATHS));
                }
            }
        }
        return known;
    }

    /** Where the paths of a host begin to part at the earliest. */
    private int first(int host) {
        return routes.isPlain(host) ? routes.edgeOf(host) : host;
    }

    public Topology topology() {
        return topology;
    }

    /** How many paths the pair of hosts has that has the most; where these are more than the codepoints, some of those name groups. */
    public int mostPaths() {
        return mostPaths;
    }

    /** Those that are used, ascending; none where no pair of hosts has two paths, or one codepoint is granted. */
    public List<Integer> codepoints() {
        return codepoints;
    }

    /** What a node has to do, by codepoint and then by destination; nothing where the base routes do it. A host has rules only if it has several links. */
    public List<LabelRule> rules(Node node) {
        List<LabelRule> rules = new ArrayList<>();
        for (int label = 0; label < codepoints.size(); label++) {
            Map<List<Link>, List<Host>> byLinks = new LinkedHashMap<>();
            for (int place = 0; place < places.size(); place++) {
                List<Link> base = topology.nextHops(node, places.get(place).get(0));
                List<Link> links = labelled(spreads[place][node.index()], label, base);
                if (links.size() < base.size()) {
                    byLinks.computeIfAbsent(links, none -> new ArrayList<>()).addAll(places.get(place));
                }
            }
            int codepoint = codepoints.get(label);
            byLinks.forEach((links, hosts) -> rules.add(new LabelRule(codepoint, hosts, links)));
        }
        return rules;
    }

    /** The links by which a packet leaves a node: as its label says, or the base routes where it bears none of ours. */
    public List<Link> nextHops(Node at, int codepoint, Host destination) {
        List<Link> base = topology.nextHops(at, destination);
        int label = codepoints.indexOf(codepoint);
        return label < 0 ? base : labelled(spreads[placeOf[destination.index()]][at.index()], label, base);
    }

    private static List<Link> labelled(Spread spread, int label, List<Link> base) {
        return spread == null || base.size() < 2
                ? base
                : Arrays.stream(spread.hops(label)).mapToObj(base::get).toList();
    }

    /**
     * The path choices of a host pair that a codepoint stands for: one, or a group among which switches hash. All of them for what is no label here. Of a pair with
     * more than 16 paths only those that have a number; a group may have none of them.
     */
    public List<PathChoice> choices(int source, int destination, int codepoint) {
        EqualCostRoutes paths = routes.inner(source, destination);
        List<PathChoice> choices = new ArrayList<>();
        for (int number = 0; number < paths.count(); number++) {
            if (leadsOver(paths, number, codepoint, routes.host(destination))) {
                choices.add(new PathChoice(number));
            }
        }
        return choices;
    }

    /**
     * What the source has to write into packets so that they take a path. Of several codepoints the one that names the fewest paths, of those the lowest.
     *
     * @return empty where the network itself decides, where there is no such path, and where no codepoint is needed to name it
     */
    public OptionalInt codepoint(int source, int destination, PathChoice choice) {
        EqualCostRoutes paths = routes.inner(source, destination);
        OptionalInt best = OptionalInt.empty();
        if (choice.isNetworks() || choice.number() >= paths.count() || paths.count() < 2) {
            return best;
        }
        int from = first(source);
        int fewest = Integer.MAX_VALUE;
        for (int label = 0; label < codepoints.size(); label++) {
            int named = spreads[placeOf[destination]][from].named(label);
            if (named < fewest && leadsOver(paths, choice.number(), codepoints.get(label), routes.host(destination))) {
                best = OptionalInt.of(codepoints.get(label));
                fewest = named;
            }
        }
        return best;
    }

    private boolean leadsOver(EqualCostRoutes paths, int number, int codepoint, Host destination) {
        for (int hop = 0; hop < paths.hops(); hop++) {
            Link link = topology.links().get(paths.link(number, hop));
            if (!nextHops(link.from(), codepoint, destination).contains(link)) {
                return false;
            }
        }
        return true;
    }
}
