// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Bytes that are to go from one host to another, or from many to one, before the first of them has left. Hosts by
 * {@link org.fairlead.core.topology.Host#index()}.
 *
 * @param id unique among the requests of whoever makes it
 * @param source the host that sends; {@link #MANY} where several do, and nobody says how much each
 * @param destination the host that receives
 * @param trafficClass what it is for
 * @param ports TCP's, where they are known before it begins; an engine's own connections carry many flows
 * @param bytes still to come
 * @param deadlineNanos by when it is to be there, on the clock of whoever makes the request; empty where nobody waits for it
 * @param minBytesPerSecond that it needs; 0 where it needs none
 * @param maxBytesPerSecond at which it is expected to go at most; 0 where nobody knows
 * @param path that whoever makes the request counts on: a proposal, which somebody who keeps paths may grant; the network's own where it counts on none
 */
public record FlowRequest(
        long id,
        int source,
        int destination,
        TrafficClass trafficClass,
        Optional<Ports> ports,
        long bytes,
        OptionalLong deadlineNanos,
        double minBytesPerSecond,
        double maxBytesPerSecond,
        PathChoice path) {
    /** A flow that several hosts send. */
    public static final int MANY = -1;

    public FlowRequest {
        if (trafficClass == null
                || path == null
                || bytes < 0
                || !(minBytesPerSecond >= 0)
                || !(maxBytesPerSecond >= 0)) {
            throw new IllegalArgumentException(
                    "a class, and bytes and rates of at least 0, are expected, not %s, %d bytes, %s to %s bytes per second"
                            .formatted(trafficClass, bytes, minBytesPerSecond, maxBytesPerSecond));
        }
    }

    /** TCP's ports at both ends. */
    public record Ports(int source, int destination) {}

    /** One that nobody has a deadline for, of any port, over whatever path. */
    public static FlowRequest of(
            long id, int source, int destination, TrafficClass trafficClass, long bytes, double maxBytesPerSecond) {
        return new FlowRequest(
                id,
                source,
                destination,
                trafficClass,
                Optional.empty(),
                bytes,
                OptionalLong.empty(),
                0,
                maxBytesPerSecond,
                PathChoice.NETWORK);
    }

    /** The same at another rate at most. */
    public FlowRequest atMost(double bytesPerSecond) {
        return new FlowRequest(
                id,
                source,
                destination,
                trafficClass,
                ports,
                bytes,
                deadlineNanos,
                Math.min(minBytesPerSecond, bytesPerSecond),
                bytesPerSecond,
                path);
    }

    /** The same over another path. */
    public FlowRequest over(PathChoice other) {
        return new FlowRequest(
                id,
                source,
                destination,
                trafficClass,
                ports,
                bytes,
                deadlineNanos,
                minBytesPerSecond,
                maxBytesPerSecond,
                other);
    }
}
