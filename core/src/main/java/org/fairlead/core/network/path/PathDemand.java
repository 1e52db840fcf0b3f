// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;

/**
 * What is to go from one host to another in one class: all requests of a unit together.
 *
 * @param bytes still to come
 * @param flows how many transfers these are, at least 1
 * @param mostBytesPerSecond at which all of them are expected to go at most; infinite where nobody knows
 * @param proposed the path that those who asked counted on; the network's own where they counted on none
 * @param taken the path over which they are seen to go, where nobody holds it; the network's own where nobody has seen it
 * @param bytesPerSecond at which they were seen to go; 0 for what is only to come
 */
public record PathDemand(
        FlowUnit unit,
        double bytes,
        double flows,
        double mostBytesPerSecond,
        PathChoice proposed,
        PathChoice taken,
        double bytesPerSecond) {
    public PathDemand {
        if (!(bytes >= 0) || !(flows > 0) || !(mostBytesPerSecond >= 0) || !(bytesPerSecond >= 0)) {
            throw new IllegalArgumentException("bytes and rates of at least 0 of flows above 0 are expected, not "
                    + bytes + " bytes of " + flows + " flows");
        }
    }

    /** Of what was requested and not been seen yet: one for each unit, in the order of their first requests. What many send has no path of its own. */
    public static List<PathDemand> of(List<FlowRequest> requests) {
        Map<FlowUnit, PathDemand> units = new LinkedHashMap<>();
        for (FlowRequest request : requests) {
            if (request.source() != FlowRequest.MANY && request.source() != request.destination()) {
                FlowUnit unit = new FlowUnit(request.source(), request.destination(), request.trafficClass());
                units.merge(unit, of(unit, request), PathDemand::and);
            }
        }
        return new ArrayList<>(units.values());
    }

    private static PathDemand of(FlowUnit unit, FlowRequest request) {
        double most = request.maxBytesPerSecond() > 0 ? request.maxBytesPerSecond() : Double.POSITIVE_INFINITY;
        return new PathDemand(unit, request.bytes(), 1, most, request.path(), PathChoice.NETWORK, 0);
    }

    /** The same, seen to go at a rate. */
    PathDemand goingAt(double rate) {
        return new PathDemand(unit, bytes, flows, mostBytesPerSecond, proposed, taken, rate);
    }

    /** Both together; where only one says which path, that. */
    public PathDemand and(PathDemand other) {
        return new PathDemand(
                unit,
                bytes + other.bytes,
                flows + other.flows,
                mostBytesPerSecond + other.mostBytesPerSecond,
                proposed.isNetworks() ? other.proposed : proposed,
                taken.isNetworks() ? other.taken : taken,
                bytesPerSecond + other.bytesPerSecond);
    }
}
