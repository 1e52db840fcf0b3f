// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

/**
 * A mode that is in force.
 *
 * @param canaryShare share of what is decided on, 0 to 1, that counts in {@link Mode#CANARY}
 */
public record ModeInForce(Mode mode, double canaryShare) {
    /** Whether nothing that is decided counts. */
    public boolean isPassive() {
        return mode == Mode.OFF || mode == Mode.OBSERVE;
    }
}
