// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.rate;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.rate.RateGrant;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * What an operator grants to rates of what is fetched ahead.
 *
 * @param codepoints that name queues; empty: no rates
 * @param linkShare of each link that all rates may add up to, above 0, below 1
 * @param applicationShare of each link that the rates of one application may add up to, above 0, at most {@code linkShare}
 */
public record RateOptions(Optional<Codepoints> codepoints, double linkShare, double applicationShare) {
    public static final double SHARE = 0.5;
    public static final RateOptions OFF = new RateOptions(Optional.empty(), SHARE, SHARE);

    /** @throws IllegalArgumentException with what is wrong, and what is accepted */
    public RateOptions {
        // The grant says what is wrong with its shares, whoever it is for.
        new RateGrant(Codepoints.named("1"), linkShare, applicationShare, Set.of(), Set.of());
    }

    public boolean isOn() {
        return codepoints.isPresent();
    }

    /** To what hosts of a topology read from each other. */
    RateGrant grant(Topology topology) {
        return new RateGrant(
                codepoints.orElseThrow(),
                linkShare,
                applicationShare,
                EnumSet.of(TrafficClass.BLOCK_READ),
                topology.hosts().stream().map(Host::index).collect(Collectors.toSet()));
    }
}
