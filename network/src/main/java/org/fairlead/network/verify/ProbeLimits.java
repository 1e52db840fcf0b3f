// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

/**
 * How much is asked.
 *
 * @param flows for each label and destination, each with a source port of its own: a switch without an entry, which hashes between two next hops, is missed with a chance of 2^−flows
 * @param attempts before a hop counts as one that does not answer
 * @param perSecond packets, to all together; 1 to 1,000,000
 * @param pauseMs between two packets to a switch that has left one unanswered: Linux answers a host once a second ({@code icmp_ratelimit}), after six at once
 */
public record ProbeLimits(int flows, int attempts, int perSecond, int pauseMs) {
    /** What Linux as a switch allows by default. */
    public static ProbeLimits of(int flows) {
        return new ProbeLimits(flows, 3, 500, 1_100);
    }

    public ProbeLimits {
        if (flows < 1 || attempts < 1 || perSecond < 1 || perSecond > 1_000_000 || pauseMs < 0) {
            throw new IllegalArgumentException(
                    "flows and attempts are at least 1, packets a second 1 to 1000000, a pause at least 0");
        }
    }
}
