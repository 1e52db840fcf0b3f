// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

/**
 * For how long one task waited for blocks of files.
 *
 * @param otherSeconds for those that other hosts gave
 * @param ownSeconds for those that its own host gave, past the network
 * @param ownBytes that its own host gave
 * @param bytes that all gave
 */
public record BlockWaits(double otherSeconds, double ownSeconds, double ownBytes, double bytes) {
    public static final BlockWaits NONE = new BlockWaits(0, 0, 0, 0);
}
