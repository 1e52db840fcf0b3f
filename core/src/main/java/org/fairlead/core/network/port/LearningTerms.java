// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.port;

/**
 * How much is learnt of source ports and how long it counts.
 *
 * @param enough ports of a wanted path; more are not looked for. Each carries one connection to the destination at a time, and for a minute after its end (TIME_WAIT)
 * @param againNanos age at which a port is probed again
 * @param freshNanos age up to which it counts, at least {@code againNanos}
 */
public record LearningTerms(int enough, long againNanos, long freshNanos) {
    private static final long SECOND = 1_000_000_000L;

    /** 32 ports a path, probed again each half minute. */
    public static final LearningTerms STANDARD = new LearningTerms(32, 30 * SECOND, 90 * SECOND);

    public LearningTerms {
        if (enough < 1 || againNanos < 1 || freshNanos < againNanos) {
            throw new IllegalArgumentException(
                    "at least one port is enough, and what is probed again after a time counts at least as long");
        }
    }
}
