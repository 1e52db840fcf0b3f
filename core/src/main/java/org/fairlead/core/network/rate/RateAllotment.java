// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.rate;

import java.util.List;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.topology.Link;

/**
 * A guaranteed rate.
 *
 * @param application to which it is allotted
 * @param codepoint that the unit's packets bear: on each of its links it names a queue that is this unit's alone
 * @param bytesPerSecond on the wire: with the headers of every packet
 * @param links on each of which the rate is guaranteed
 * @param untilNanos when it ends unless it is allotted again, on the clock of whoever allots
 */
public record RateAllotment(
        FlowUnit unit, String application, int codepoint, double bytesPerSecond, List<Link> links, long untilNanos) {
    public RateAllotment {
        links = List.copyOf(links);
        if (codepoint < 1 || codepoint > 63 || !(bytesPerSecond > 0)) {
            throw new IllegalArgumentException("a codepoint from 1 to 63 and a rate above 0 are expected, not "
                    + codepoint + " and " + bytesPerSecond + " bytes per second");
        }
    }
}
