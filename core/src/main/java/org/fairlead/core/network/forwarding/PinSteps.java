// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.forwarding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.topology.Switch;

/**
 * In which order switches are told, so that nothing is sent onto a path before the path stands.
 *
 * <p><b>Goals.</b> What the first switch of a path sends by it finds the path's other pins in place. A unit that moves is at no moment without a path. Units do not wait for each other more than needed.
 *
 * <p><b>Constraints.</b> Switches do what they are told in an order of their own; only an answer to a barrier says that something stands. A switch has one pin of a unit: the new one takes the old one's place at once.
 *
 * <p><b>Algorithm.</b> Pins are added in steps by the distance of their switch from the destination, the nearest first; one step follows the barriers of the step before. What no longer belongs to a path goes last, at once: where it
 * stood, the base decides.
 *
 * <p><b>Example.</b> A fat tree; a unit moves from the path over e1, a1, c1 to that over e1, a2, c3. Step 1: the pin at a2. Step 2: that at e1 in place of the old one, from then on it takes the new path. Then a1's pin goes.
 *
 * <p><b>Source.</b> Two-phase, destination-first installation as in Reitblatt et al., Abstractions for Network Update (SIGCOMM 2012), without their versions: a packet under way may meet old and new pins, and arrives by an
 * equal-cost path all the same.
 *
 * @param added each step after the barriers of the one before; none is empty
 * @param removed after all of these
 */
public record PinSteps(List<List<Pin>> added, List<Pin> removed) {
    public PinSteps {
        added = added.stream().map(List::copyOf).toList();
        removed = List.copyOf(removed);
    }

    private record Place(FlowUnit unit, Switch at) {}

    /**
     * From the pins that stand to those that are wanted, by unit. Only what differs is told.
     *
     * @param before of all units that are spoken of
     */
    public static PinSteps between(Map<FlowUnit, List<Pin>> before, Map<FlowUnit, List<Pin>> after) {
        Set<Pin> standing = new HashSet<>();
        before.values().forEach(standing::addAll);
        Map<Integer, List<Pin>> byDistance = new TreeMap<>();
        Set<Place> taken = new HashSet<>();
        for (List<Pin> pins : after.values()) {
            for (Pin pin : pins) {
                taken.add(new Place(pin.unit(), pin.at()));
                if (!standing.contains(pin)) {
                    byDistance
                            .computeIfAbsent(pin.hopsLeft(), none -> new ArrayList<>())
                            .add(pin);
                }
            }
        }
        List<Pin> removed = before.values().stream()
                .flatMap(Collection::stream)
                .filter(pin -> !taken.contains(new Place(pin.unit(), pin.at())))
                .toList();
        return new PinSteps(List.copyOf(byDistance.values()), removed);
    }
}
