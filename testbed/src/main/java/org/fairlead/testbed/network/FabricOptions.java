// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

/**
 * How to build a network of namespaces.
 *
 * @param prefix in front of every namespace's name, so that two networks do not collide; may be empty
 * @param congestionControl TCP's algorithm on every host, by the kernel's name
 * @param seed decides the switches' hash seeds: which of several equal paths a flow takes
 * @param room share of each link that its queues leave to classes which somebody hangs into 1:1 later, to guarantee rates; at least 0, below 1
 */
public record FabricOptions(String prefix, Queueing queueing, String congestionControl, long seed, double room) {
    /** Prefix of the second network, which carries the same traffic where no contender sees it. */
    public static final String DECOY_PREFIX = "x-";
    /** Granted to rates, where some are guaranteed: what {@code fairlead network rates} grants by default. */
    public static final String RATE_CODEPOINTS = "16-31";

    public static final double RATE_SHARE = 0.5;
    private static final double RATE_ROOM = 0.55;

    public FabricOptions {
        if (!(room >= 0 && room < 1)) {
            throw new IllegalArgumentException("a share of at least 0 and below 1 is expected, not " + room);
        }
    }

    /** With queues that leave no room. */
    public FabricOptions(String prefix, Queueing queueing, String congestionControl, long seed) {
        this(prefix, queueing, congestionControl, seed, 0);
    }

    /** Cubic, because kernels differ in their default and BBR ignores what the fair queues tell it. */
    public static FabricOptions of(Queueing queueing, long seed) {
        return new FabricOptions("", queueing, "cubic", seed);
    }

    public FabricOptions withPrefix(String newPrefix) {
        return new FabricOptions(newPrefix, queueing, congestionControl, seed, room);
    }

    /** With room for {@link #RATE_SHARE} of each link. */
    public FabricOptions forRates() {
        return withRoom(RATE_ROOM);
    }

    public FabricOptions withRoom(double share) {
        return new FabricOptions(prefix, queueing, congestionControl, seed, share);
    }
}
