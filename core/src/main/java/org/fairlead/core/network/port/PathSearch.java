// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.port;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.label.ProbeAnswer;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;

/**
 * Which of the equal-cost paths a flow takes, found by asking hops of it.
 *
 * <p><b>Goals.</b> As few packets as possible. Nothing of them arrives at the destination.
 *
 * <p><b>Constraints.</b> All packets of the flow take one path, as hashes have it. A hop without an answer, or with one from an unknown address, says nothing. A node that is on no path that is left, at that hop, says that the network is not the one that
 * is described: then no path is found.
 *
 * <p><b>Algorithm.</b> Of the hops that were not asked yet: the one at which the paths that are left lead over the most nodes, the nearest of several. It ends when one path is left or no hop tells the paths apart.
 *
 * <p><b>Example.</b> A fat tree with k = 4, from h1 to h13: hop 2 tells two nodes apart (a1, a2), hop 3 four (c1 to c4). Hop 3 is asked; c2 answers: path 1, by one packet. If nobody answers, hop 2 is asked, and two paths stay possible.
 *
 * <p><b>Source.</b> Ours. Packets that live for a counted number of hops are traceroute's (Jacobson, 1988), that all of them have one 5-tuple is Paris traceroute's (Augustin et al., IMC 2006).
 */
public final class PathSearch {
    private final Topology topology;
    private final EqualCostRoutes paths;
    /** Hops in front of the first link on which paths differ. */
    private final int before;

    private final BitSet asked = new BitSet();
    private List<Integer> left;
    private boolean astray;

    /**
     * @param source a host's index
     * @param destination a host's index
     */
    public PathSearch(Topology topology, int source, int destination) {
        this.topology = topology;
        paths = topology.routes().inner(source, destination);
        before = topology.routes().isPlain(source) ? 1 : 0;
        left = IntStream.range(0, paths.count()).boxed().toList();
    }

    /** Number of the hop to ask next, from 1 for the first node behind the source; empty when nothing more can be found. */
    public OptionalInt nextHop() {
        int most = 1;
        OptionalInt best = OptionalInt.empty();
        for (int hop = before + 1; !astray && left.size() > 1 && hop <= before + paths.hops(); hop++) {
            List<Node> expected = expected(hop);
            if (!asked.get(hop) && expected.size() > most && expected.stream().noneMatch(Host.class::isInstance)) {
                most = expected.size();
                best = OptionalInt.of(hop);
            }
        }
        return best;
    }

    /** Who may answer at a hop. */
    public List<Node> expected(int hop) {
        return left.stream().map(path -> node(path, hop)).distinct().toList();
    }

    private Node node(int path, int hop) {
        return topology.links().get(paths.link(path, hop - 1 - before)).to();
    }

    /** Takes who answered at a hop. */
    public void answered(int hop, ProbeAnswer answer) {
        asked.set(hop);
        if (answer instanceof ProbeAnswer.From from) {
            left = left.stream()
                    .filter(path -> node(path, hop).equals(from.node()))
                    .toList();
            astray = left.isEmpty();
        }
    }

    /** Whether somebody answered who is on no path that was left. */
    public boolean isAstray() {
        return astray;
    }

    /** The path, once it is known. */
    public Optional<PathChoice> found() {
        return left.size() == 1 ? Optional.of(new PathChoice(left.get(0))) : Optional.empty();
    }
}
