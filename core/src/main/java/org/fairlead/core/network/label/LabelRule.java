// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;

/**
 * What one node does with a label: what bears it and goes to one of these hosts leaves by one of these links.
 *
 * @param codepoint the label, a DSCP value
 * @param destinations all hosts to which the same holds at this node, in the topology's order
 * @param links of this node, a part of its equal-cost next hops to each of the destinations; where there are several, its hash chooses among them
 */
public record LabelRule(int codepoint, List<Host> destinations, List<Link> links) {
    public LabelRule {
        destinations = List.copyOf(destinations);
        links = List.copyOf(links);
    }
}
