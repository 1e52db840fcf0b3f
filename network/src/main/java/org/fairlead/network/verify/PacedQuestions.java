// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.network.label.ProbeAnswer;
import org.fairlead.core.topology.Node;
import org.fairlead.protocol.time.TimeSource;

/** Asks who is at a hop of a flow, as often and as fast as limits and switches allow. Safe for threads. */
public final class PacedQuestions {
    private final Map<String, Node> nodes;
    private final ProbeLimits limits;
    private final Pace pace;

    /** @param nodes by the addresses that they answer with */
    public PacedQuestions(Map<String, Node> nodes, ProbeLimits limits, TimeSource time) {
        this.nodes = Map.copyOf(nodes);
        this.limits = limits;
        pace = new Pace(time, limits);
    }

    /**
     * Asks and waits for an answer.
     *
     * @param hops after which the packet ends, from 1
     * @param expected who may be there
     * @throws IOException if this host cannot send there
     */
    public ProbeAnswer ask(Prober.Flow flow, int codepoint, int hops, List<Node> expected)
            throws IOException, InterruptedException {
        int attempts = pace.areMute(expected) ? 1 : limits.attempts();
        for (int attempt = 0; attempt < attempts; attempt++) {
            pace.await(expected);
            Optional<String> from = flow.send(codepoint, hops);
            if (from.isPresent()) {
                Node node = nodes.get(from.get());
                if (node == null) {
                    return new ProbeAnswer.Stranger(from.get());
                }
                pace.answered(node);
                return new ProbeAnswer.From(node);
            }
            pace.lost(expected);
        }
        pace.gaveUp(expected);
        return new ProbeAnswer.None();
    }

    /** Who has answered anything. */
    public Set<Node> answering() {
        return pace.answering();
    }
}
