// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.List;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;

/**
 * Why a unit was given a path: what was known of each of its paths when the plan was made.
 *
 * @param before the path that it held until then; the network's own where it held none
 * @param atNanos when, on the clock of the plan
 * @param estimates of each path, by number
 * @param requesters who requested it then
 */
public record PathReason(
        FlowUnit unit,
        PathChoice path,
        PathChoice before,
        long atNanos,
        List<Estimate> estimates,
        List<Requester> requesters) {
    public PathReason {
        estimates = List.copyOf(estimates);
        requesters = List.copyOf(requesters);
    }

    /**
     * What the unit could expect of a path, beside all others of the same plan: what background traffic leaves of the path's narrowest link and is not promised to them, or an even share with
     * them, whichever is more. Planners that promise nothing know nothing of the others.
     *
     * @param bytesPerSecond that it could expect; 0 on a path with a link that is down or unknown, infinite on one of no links
     * @param leftBytesPerSecond what background traffic leaves of that link
     * @param others units of the same plan on that link
     * @param link its index; −1 on a path of no links
     */
    public record Estimate(double bytesPerSecond, double leftBytesPerSecond, int others, int link) {}

    /**
     * An application that requested the unit.
     *
     * @param bytes that were still to come
     * @param proposed the path that it counted on; the network's own where it counted on none
     */
    public record Requester(String application, long bytes, PathChoice proposed) {}
}
