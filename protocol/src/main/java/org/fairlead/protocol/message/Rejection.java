// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import org.fairlead.report.TextLines;

/**
 * Why a request was not taken.
 *
 * @param reason a word by which refusals are counted, such as {@code replayed}
 * @param error one sentence for people; it may quote a request, so blanks stand for what cannot be shown, and of a longer one 1000 characters are kept
 */
public record Rejection(String reason, String error) {
    private static final int LONGEST_ERROR = 1000;

    public Rejection {
        reason = Bounds.text("reason", reason, Bounds.LONGEST_NAME);
        error = error == null ? "" : TextLines.shortened(TextLines.visible(error), LONGEST_ERROR);
    }
}
