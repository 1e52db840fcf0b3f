// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.Map;

/**
 * What became of input that was fetched ahead of its tasks, since the application began.
 *
 * @param mode in force; {@code off} where nothing is fetched ahead
 * @param bytes by what became of them: {@code fetched}; of these {@code read}, {@code wasted} and {@code unread}, which are still in memory; {@code cancelled}; what was there when its task was launched where it was foreseen
 *     ({@code in_time}), and what was not ({@code late})
 * @param requests by what became of them: {@code in_time}, {@code late}, {@code elsewhere}, {@code cancelled}; all of them under the name that they have in metrics
 * @param missed requests that were late, elsewhere or cancelled, by why, as {@link org.fairlead.core.prefetch.shadow.MissedRequest} has it, in small letters
 * @param unrequested tasks that read from other hosts and for which nothing was requested, by why, as {@link org.fairlead.core.prefetch.shadow.UnrequestedInput} has it
 * @param launchError of the times for which launches were foreseen, as a share of how far ahead that was, in the median; null before any was
 */
public record PrefetchReport(
        String mode,
        Map<String, Long> bytes,
        Map<String, Long> requests,
        Map<String, Long> missed,
        Map<String, Long> unrequested,
        Double launchError) {
    /** Nothing is fetched ahead. */
    public static final PrefetchReport NONE = new PrefetchReport("off", Map.of(), Map.of(), Map.of(), Map.of(), null);

    public PrefetchReport {
        mode = mode == null ? "off" : mode;
        bytes = MissingPart.counts(bytes);
        requests = MissingPart.counts(requests);
        missed = MissingPart.counts(missed);
        unrequested = MissingPart.counts(unrequested);
    }

    /** Whether there is nothing to say: it is off, and nothing was requested before. */
    public boolean isNone() {
        return mode.equals("off") && requests.getOrDefault("requested", 0L) == 0;
    }
}
