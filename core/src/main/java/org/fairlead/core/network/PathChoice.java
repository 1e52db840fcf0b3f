// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

/**
 * Which of the equal-cost paths between two hosts a flow takes, or that the network itself decides.
 *
 * @param number the path's place among {@link org.fairlead.core.topology.Routes#inner}, from 0; −1 where the network decides
 */
public record PathChoice(int number) {
    /** Nobody chooses: a hash in the switches does. */
    public static final PathChoice NETWORK = new PathChoice(-1);

    public PathChoice {
        if (number < -1) {
            throw new IllegalArgumentException(
                    "a path's number is at least 0, or -1 for the network's own, not " + number);
        }
    }

    /** Whether the network itself decides. */
    public boolean isNetworks() {
        return number < 0;
    }
}
