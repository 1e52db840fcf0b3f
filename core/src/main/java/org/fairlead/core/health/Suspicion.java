// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.Locale;

/**
 * A host that is suspected, or on probation after it was.
 *
 * @param cause why; of a host on probation, why it was
 * @param sinceNanos when its silence or its failures began, on the monotonic clock of who judges
 * @param share of the decisions, 0 to 1, for which it may be used again; 0 until probation begins
 */
public record Suspicion(SuspicionCause cause, long sinceNanos, double share) {
    public Suspicion {
        if (cause == null || !(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a cause and a share from 0 to 1 are expected, not " + share);
        }
    }

    public boolean onProbation() {
        return share > 0;
    }

    /** Such as "link without carrier since 3.2 s". */
    public String words(long nowNanos) {
        double seconds = Math.max(0, nowNanos - sinceNanos) / 1e9;
        return onProbation()
                ? String.format(
                        Locale.ROOT, "on probation, for %.0f %% of decisions, after: %s", 100 * share, cause.words())
                : String.format(Locale.ROOT, "%s since %.1f s", cause.words(), seconds);
    }
}
