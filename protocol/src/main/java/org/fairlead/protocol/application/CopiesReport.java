// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.List;
import java.util.Map;

/**
 * What became of map output that was copied while its stage ran, since the application began.
 *
 * @param mode in force; {@code off} where nothing is copied
 * @param outcomes shuffles by why their output was copied or not, as metrics name it
 * @param counts over all shuffles, by the names that metrics have; with {@code bytes.planned}
 * @param canary seconds that tasks waited for a gigabyte: stages that read copied shuffles against those that a canary did not draw; null before it drew any
 * @param shuffles newest first, a bounded number
 */
public record CopiesReport(
        String mode,
        Map<String, Long> outcomes,
        Map<String, Long> counts,
        CanaryReport.Measured canary,
        List<CopiedShuffle> shuffles) {
    /** Nothing is copied. */
    public static final CopiesReport NONE = new CopiesReport("off", Map.of(), Map.of(), null, List.of());

    public CopiesReport {
        mode = mode == null ? "off" : mode;
        outcomes = MissingPart.counts(outcomes);
        counts = MissingPart.counts(counts);
        shuffles = MissingPart.list(shuffles);
    }

    /** Whether there is nothing to say: it is off, and no shuffle was looked at before. */
    public boolean isNone() {
        return mode.equals("off")
                && outcomes.values().stream().mapToLong(Long::longValue).sum() == 0;
    }
}
