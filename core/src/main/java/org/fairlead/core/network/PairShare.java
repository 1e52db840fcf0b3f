// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import org.fairlead.core.chance.Draw;

/**
 * A share of the host pairs that a seed draws: the same pairs for whoever knows both, so that what is steered can be compared with what is left to the network. There and back are two
 * pairs.
 *
 * @param share 0 to 1
 */
public record PairShare(double share, long seed) {
    /** All pairs. */
    public static final PairShare ALL = new PairShare(1, 0);

    public PairShare {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("'" + share + "' is not a share between 0 and 1");
        }
    }

    /**
     * Whether it has what goes from one host to another.
     *
     * @param source a host's index
     * @param destination a host's index
     */
    public boolean has(int source, int destination) {
        return (Draw.mixed(Draw.mixed(seed, source), destination) >>> 11) * 0x1p-53 < share;
    }
}
