// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

/**
 * Whether tokens may travel without TLS to other machines, where everybody on the way can read them.
 *
 * @param option by which a user allows it, as the error has to name it
 */
public record InClear(boolean allowed, String option) {
    /** Nobody allowed it. */
    public static final InClear NO = new InClear(false, "--token-in-clear");

    /** @throws IllegalArgumentException if it is not allowed, naming the option that allows it */
    public void permit(String how) {
        if (!allowed) {
            throw new IllegalArgumentException("tokens would travel in clear " + how + "; accepted: TLS, or the option "
                    + option + " on a network where nobody listens");
        }
    }
}
