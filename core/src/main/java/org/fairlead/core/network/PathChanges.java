// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What has to be done so that what is wanted takes the place of what is held. Immutable. Applied to what is held it gives what is wanted; between what is wanted and itself nothing changes.
 *
 * @param given units that get a path or another one, in the order in which that was decided; never the network's own
 * @param released units that go as the network decides again
 */
public record PathChanges(Map<FlowUnit, PathChoice> given, Set<FlowUnit> released) {
    public PathChanges {
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
        released = Collections.unmodifiableSet(new LinkedHashSet<>(released));
        if (given.values().stream().anyMatch(PathChoice::isNetworks)) {
            throw new IllegalArgumentException(
                    "a path is expected for each unit that is given one; others are released");
        }
        if (!Collections.disjoint(given.keySet(), released)) {
            throw new IllegalArgumentException("a unit is both given a path and released");
        }
    }

    /** @param wanted never the network's own */
    public static PathChanges between(Map<FlowUnit, PathChoice> held, Map<FlowUnit, PathChoice> wanted) {
        Map<FlowUnit, PathChoice> given = new LinkedHashMap<>(wanted);
        given.entrySet().removeIf(each -> each.getValue().equals(held.get(each.getKey())));
        Set<FlowUnit> released = new LinkedHashSet<>(held.keySet());
        released.removeAll(wanted.keySet());
        return new PathChanges(given, released);
    }

    /** What is held once these changes are made. */
    public Map<FlowUnit, PathChoice> appliedTo(Map<FlowUnit, PathChoice> held) {
        Map<FlowUnit, PathChoice> after = new LinkedHashMap<>(held);
        after.keySet().removeAll(released);
        after.putAll(given);
        return after;
    }

    public boolean isEmpty() {
        return given.isEmpty() && released.isEmpty();
    }
}
