// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

/**
 * A slot that was left free, from the first time that it was offered to the last.
 *
 * @param cause in a word
 * @param reason in a sentence
 * @param offers how often it was offered and declined meanwhile
 * @param lastMillis when it was last declined
 * @param untilMillis how long the last decline was to hold
 * @param grounds on what the first stood: here and where it is better; null when they were not kept, or the cause is no prediction
 */
public record DeclineReport(
        int stage,
        int attempt,
        String executor,
        String host,
        String cause,
        String reason,
        long offers,
        long sinceMillis,
        long lastMillis,
        long untilMillis,
        GroundsReport grounds) {
    public DeclineReport {
        executor = MissingPart.text(executor);
        host = MissingPart.text(host);
        cause = MissingPart.text(cause);
        reason = MissingPart.text(reason);
    }
}
