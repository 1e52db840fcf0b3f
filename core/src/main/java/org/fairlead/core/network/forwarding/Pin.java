// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.forwarding;

import java.util.List;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;

/**
 * What one switch does with one unit: it leaves by one of the links among which the switch otherwise chooses, and by another of them when that one is down.
 *
 * @param hopsLeft links between the switch and the destination, the one that it takes among them
 * @param choice the switch's equal-cost next hops, at least two
 * @param link one of them
 */
public record Pin(FlowUnit unit, Switch at, int hopsLeft, List<Link> choice, Link link) {
    public Pin {
        choice = List.copyOf(choice);
        if (choice.size() < 2 || !choice.contains(link)) {
            throw new IllegalArgumentException("a pin needs one of at least two links, not " + link + " of " + choice);
        }
    }
}
