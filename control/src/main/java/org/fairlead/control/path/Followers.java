// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.SteeredSenders;
import org.fairlead.core.network.TrafficClass;

/**
 * The hosts of one topology whose agents carry out paths, and of which classes. Immutable.
 *
 * @param hosts by index; of each class that anybody carries out
 */
record Followers(Map<TrafficClass, BitSet> hosts) implements SteeredSenders {
    static final Followers NONE = new Followers(Map.of());

    Followers {
        Map<TrafficClass, BitSet> copied = new EnumMap<>(TrafficClass.class);
        hosts.forEach((trafficClass, ofClass) -> {
            if (!ofClass.isEmpty()) {
                copied.put(trafficClass, (BitSet) ofClass.clone());
            }
        });
        hosts = Map.copyOf(copied);
    }

    @Override
    public boolean steers(int source, TrafficClass trafficClass) {
        BitSet ofClass = hosts.get(trafficClass);
        return ofClass != null && ofClass.get(source);
    }

    /** Where some of the classes alone are planned. */
    Followers of(Set<TrafficClass> classes) {
        Map<TrafficClass, BitSet> some = new EnumMap<>(TrafficClass.class);
        hosts.forEach((trafficClass, ofClass) -> {
            if (classes.contains(trafficClass)) {
                some.put(trafficClass, ofClass);
            }
        });
        return new Followers(some);
    }

    boolean isEmpty() {
        return hosts.isEmpty();
    }

    /** How many hosts carry out anything. */
    int count() {
        BitSet any = new BitSet();
        hosts.values().forEach(any::or);
        return any.cardinality();
    }
}
