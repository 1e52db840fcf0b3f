// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.rate;

import java.util.List;
import org.fairlead.core.topology.Node;

/**
 * All rates that are guaranteed, from one moment until another; once it has ended, none is. Immutable. Times are on the clock of whoever made it.
 *
 * @param epoch grows with every plan of one ledger
 * @param validUntilNanos when it ends unless a newer one takes its place
 */
public record RatePlan(long epoch, long validUntilNanos, List<RateAllotment> allotments) {
    /** Of nobody, ended since ever. */
    public static final RatePlan NONE = new RatePlan(0, Long.MIN_VALUE, List.of());

    public RatePlan {
        allotments = List.copyOf(allotments);
    }

    public boolean isValid(long nowNanos) {
        return nowNanos < validUntilNanos;
    }

    /** What a host or switch has to do with: that whose path has a link that begins there, and that has not ended. */
    public List<RateAllotment> at(Node node, long nowNanos) {
        if (!isValid(nowNanos)) {
            return List.of();
        }
        return allotments.stream()
                .filter(each -> nowNanos < each.untilNanos()
                        && each.links().stream().anyMatch(link -> link.from().equals(node)))
                .toList();
    }
}
