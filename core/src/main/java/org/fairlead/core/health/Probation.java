// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.Optional;

/** One host's way from trusted to suspected and back, little by little. Not safe for threads. */
final class Probation {
    static final long FIRST_WAIT_NANOS = 1_000_000_000L;
    static final long LONGEST_WAIT_NANOS = 60_000_000_000L;
    static final long SHORTEST_TRIAL_NANOS = 4_000_000_000L;
    /** Trusted time after which one earlier suspicion is forgotten. */
    static final long FORGOTTEN_AFTER_NANOS = 60_000_000_000L;

    private static final int MOST_RELAPSES = 7;
    /** Shares are reported in steps, so that a view changes a few times and not all the time. */
    private static final int STEPS = 20;

    private int relapses;
    private boolean suspected;
    private SuspicionCause cause = SuspicionCause.SILENT;
    private long sinceNanos;
    private long begunNanos;
    private boolean clear = true;
    private long clearedNanos = HostEvidence.NEVER;

    /** @param evidence what speaks against the host now */
    Optional<Suspicion> step(Optional<HostEvidence.Evidence> evidence, long nowNanos) {
        if (evidence.isPresent()) {
            suspect(evidence.get(), nowNanos);
            return Optional.of(new Suspicion(cause, sinceNanos, 0));
        }
        if (!clear) {
            clear = true;
            clearedNanos = nowNanos;
        }
        if (!suspected) {
            return Optional.empty();
        }
        long wait = waitNanos();
        long past = nowNanos - clearedNanos - wait;
        long trial = Math.max(SHORTEST_TRIAL_NANOS, wait);
        if (past >= trial) {
            suspected = false;
            clearedNanos = nowNanos;
            return Optional.empty();
        }
        double share = past < 0 ? 0 : Math.floor((double) STEPS * past / trial + 1) / STEPS;
        return Optional.of(new Suspicion(cause, sinceNanos, Math.min(1, share)));
    }

    private void suspect(HostEvidence.Evidence evidence, long nowNanos) {
        if (clear) {
            if (!suspected && clearedNanos != HostEvidence.NEVER) {
                long forgotten = (nowNanos - clearedNanos) / FORGOTTEN_AFTER_NANOS;
                relapses = (int) Math.max(0, relapses - forgotten);
            }
            relapses = Math.min(MOST_RELAPSES, relapses + 1);
            begunNanos = nowNanos;
            clear = false;
            sinceNanos = evidence.sinceNanos();
        }
        suspected = true;
        cause = evidence.cause();
        sinceNanos = Math.min(sinceNanos, evidence.sinceNanos());
    }

    private long waitNanos() {
        return Math.min(LONGEST_WAIT_NANOS, FIRST_WAIT_NANOS << (relapses - 1));
    }

    /** Whether something has spoken against it for so long. */
    boolean suspectedFor(long leastNanos, long nowNanos) {
        return suspected && !clear && nowNanos - begunNanos >= leastNanos;
    }

    /** Nothing was wrong with it: it was who listened. */
    void refute() {
        if (!clear) {
            suspected = false;
            clear = true;
            relapses = Math.max(0, relapses - 1);
        }
    }
}
