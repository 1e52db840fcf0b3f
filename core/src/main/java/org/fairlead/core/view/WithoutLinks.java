// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.OptionalDouble;
import java.util.Set;

/** An estimate of which some links are taken out: nothing is known of them and nothing can be expected. */
public record WithoutLinks(AvailableBandwidth of, Set<Integer> links) implements AvailableBandwidth {
    public WithoutLinks {
        links = Set.copyOf(links);
    }

    @Override
    public ClusterView view() {
        return of.view();
    }

    @Override
    public double available(int link, long nowNanos) {
        return links.contains(link) ? 0 : of.available(link, nowNanos);
    }

    @Override
    public double left(int link, long nowNanos) {
        return links.contains(link) ? 0 : of.left(link, nowNanos);
    }

    @Override
    public OptionalDouble ours(int link) {
        return of.ours(link);
    }

    @Override
    public Freshness knowledge(int link, long nowNanos) {
        return links.contains(link) ? Freshness.UNKNOWN : of.knowledge(link, nowNanos);
    }

    @Override
    public boolean isBlind(long nowNanos) {
        return of.isBlind(nowNanos);
    }
}
