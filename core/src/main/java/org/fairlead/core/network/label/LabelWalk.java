// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;

/**
 * Where a packet with a codepoint may be, hop by hop, if every switch obeys the plan. What answers narrows it; a hop that does not answer leaves all that may be. A packet without one of the
 * plan's codepoints walks over the base routes.
 */
public final class LabelWalk {
    private final LabelPlan plan;
    private final Host destination;
    private final int codepoint;
    private List<Node> positions;
    private int hops;
    private boolean astray;

    public LabelWalk(LabelPlan plan, Host source, Host destination, int codepoint) {
        this.plan = plan;
        this.destination = destination;
        this.codepoint = codepoint;
        positions = List.of(source);
    }

    /** How many hops are behind the packet. */
    public int hops() {
        return hops;
    }

    /** Where it may be now; one node, unless a hop did not answer or switches hash. */
    public List<Node> positions() {
        return positions;
    }

    /** Where it may be one hop on; none when it has arrived or is astray. */
    public List<Node> expected() {
        if (astray) {
            return List.of();
        }
        Set<Node> next = new LinkedHashSet<>();
        for (Node at : positions) {
            if (!at.equals(destination)) {
                plan.nextHops(at, codepoint, destination).stream().map(Link::to).forEach(next::add);
            }
        }
        return new ArrayList<>(next);
    }

    /** Whether a node where it may be has several next hops, so that the next answer says whether it obeys. */
    public boolean isChosen() {
        return positions.stream().anyMatch(this::chooses);
    }

    /** Whether a node has several equal-cost next hops towards the destination. */
    boolean chooses(Node at) {
        return plan.topology().nextHops(at, destination).size() > 1;
    }

    /** Whether something answered that lies on no path of the codepoint. */
    public boolean isAstray() {
        return astray;
    }

    /** Goes one hop on, by what answered there. */
    public void answered(ProbeAnswer answer) {
        List<Node> expected = expected();
        hops++;
        if (answer instanceof ProbeAnswer.From from) {
            astray = !expected.contains(from.node());
            positions = List.of(from.node());
        } else {
            positions = expected;
        }
    }

    /** Goes one hop on where nothing was asked. */
    public void passed() {
        answered(new ProbeAnswer.None());
    }
}
