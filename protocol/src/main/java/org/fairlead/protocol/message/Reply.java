// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * The controller's answer to a report.
 *
 * @param controller who answers
 * @param epoch grows with each start of a controller; who has seen a higher one follows that
 * @param accepted how much of the message was taken: heartbeats, links, decisions or flows
 * @param enforcement whether decisions may be enforced ({@code fairlead enforcement off} is the kill switch)
 * @param quotas of what the application fetches ahead; what has none may go as fast as it can; null from a controller that does not admit
 */
public record Reply(String controller, long epoch, int accepted, boolean enforcement, List<Quota> quotas) {
    public Reply {
        Bounds.name("controller", controller);
        Bounds.count("epoch", epoch);
        Bounds.count("accepted", accepted);
        quotas = Bounds.list("quotas", quotas == null ? List.of() : quotas, FlowRequests.MOST_FLOWS);
    }

    /** Where nothing is fetched ahead. */
    public static Reply of(String controller, long epoch, int accepted, boolean enforcement) {
        return new Reply(controller, epoch, accepted, enforcement, List.of());
    }

    /**
     * The most at which a fetch may go.
     *
     * @param id of {@link FlowRequests.Fetch}
     * @param bytesPerSecond above 0
     * @param admitted whether so much is guaranteed to it
     */
    public record Quota(long id, long bytesPerSecond, boolean admitted) {
        public Quota {
            Bounds.count("quotas.id", id);
            Bounds.within("quotas.bytes_per_second", bytesPerSecond, 1, Long.MAX_VALUE);
        }
    }
}
