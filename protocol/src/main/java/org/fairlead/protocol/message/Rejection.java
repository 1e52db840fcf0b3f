// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

/**
 * Why a request was not taken.
 *
 * @param reason a word by which refusals are counted, such as {@code replayed}
 * @param error one sentence for people
 */
public record Rejection(String reason, String error) {
    public Rejection {
        reason = Bounds.text("reason", reason, Bounds.LONGEST_NAME);
        error = Bounds.text("error", error, 2000);
    }
}
