// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

/**
 * How to build a network of namespaces.
 *
 * @param prefix in front of every namespace's name, so that two networks do not collide; may be empty
 * @param congestionControl TCP's algorithm on every host, by the kernel's name
 * @param seed decides the switches' hash seeds: which of several equal paths a flow takes
 */
public record FabricOptions(String prefix, Queueing queueing, String congestionControl, long seed) {
    /** Prefix of the second network, which carries the same traffic where no contender sees it. */
    public static final String DECOY_PREFIX = "x-";

    /** Cubic, because kernels differ in their default and BBR ignores what the fair queues tell it. */
    public static FabricOptions of(Queueing queueing, long seed) {
        return new FabricOptions("", queueing, "cubic", seed);
    }

    public FabricOptions withPrefix(String newPrefix) {
        return new FabricOptions(newPrefix, queueing, congestionControl, seed);
    }
}
