// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Optional;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.view.UncontendedCheck;

/**
 * Whether links, disks and sources of blocks are uncontended at present, so that there is nothing to be kept away from. That ends when it has not looked so for three seconds:
 * what our own tasks carry is known a moment later than the links' loads, and looks like background traffic meanwhile; disks are reported once a second, of hosts one after the
 * other, so that what keeps all of them busy for a moment makes them look different. Renewed by who plans, read by all.
 */
final class ContentionWatch {
    private static final long ENDS_AFTER_NANOS = 3_000_000_000L;
    private static final long NEVER = Long.MIN_VALUE;
    /** No stage: what is slow is seen by figures of all. */
    private static final StageAttempt ANY = new StageAttempt(-1, -1);

    private final SourceRates sources;
    private volatile boolean uncontended;
    /** When it last looked so. */
    private long lookedNanos = NEVER;

    ContentionWatch(SourceRates sources) {
        this.sources = sources;
    }

    void renew(Optional<ClusterSnapshot> known, long nowNanos) {
        boolean looksSo = known.isPresent()
                && UncontendedCheck.isUncontended(known.get().network(), nowNanos)
                && sources.slow(ANY, nowNanos).isEmpty();
        if (looksSo) {
            lookedNanos = nowNanos;
        }
        uncontended = looksSo || (lookedNanos != NEVER && nowNanos - lookedNanos < ENDS_AFTER_NANOS);
    }

    /** Nothing can be said any more. */
    void reset() {
        uncontended = false;
    }

    boolean isUncontended() {
        return uncontended;
    }
}
