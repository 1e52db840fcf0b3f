// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

/**
 * How often and how hard Hedera works.
 *
 * @param roundSeconds between rounds, above 0
 * @param elephantShare the least demand of a flow that is moved, as a share of its sender's link, from 0 to 1
 * @param steps of the published annealing in a round, at least 1
 * @param coldness of the published annealing: its constant c
 * @param movesPerFlow of our search in a round: at most so many moves per elephant, at least 1
 */
public record HederaOptions(double roundSeconds, double elephantShare, int steps, double coldness, int movesPerFlow) {
    /** Rounds of 5 s and elephants from 10 % of the link, as published. */
    public static final HederaOptions USUAL = new HederaOptions(5, 0.1, 100_000, 1000, 20);

    public HederaOptions {
        if (!(roundSeconds > 0) || Double.isInfinite(roundSeconds)) {
            throw new IllegalArgumentException(
                    "seconds between rounds must be above 0 and finite, not " + roundSeconds);
        }
        if (!(elephantShare >= 0 && elephantShare <= 1)) {
            throw new IllegalArgumentException("an elephant's share must be from 0 to 1, not " + elephantShare);
        }
        if (steps < 1 || movesPerFlow < 1 || !(coldness > 0)) {
            throw new IllegalArgumentException("steps and moves per flow must be at least 1, coldness above 0, not "
                    + steps + ", " + movesPerFlow + ", " + coldness);
        }
    }
}
