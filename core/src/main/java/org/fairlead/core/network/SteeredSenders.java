// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import java.util.Set;
import java.util.function.IntPredicate;

/** Which hosts' sending is steered, by class: what a host's agent carries out of one class it may not of another. */
@FunctionalInterface
public interface SteeredSenders {
    SteeredSenders NOBODY = (source, trafficClass) -> false;

    /** @param source a host, by index among the topology's nodes */
    boolean steers(int source, TrafficClass trafficClass);

    /** The same hosts in each of some classes. */
    static SteeredSenders of(Set<TrafficClass> classes, IntPredicate hosts) {
        Set<TrafficClass> alike = Set.copyOf(classes);
        return (source, trafficClass) -> alike.contains(trafficClass) && hosts.test(source);
    }
}
