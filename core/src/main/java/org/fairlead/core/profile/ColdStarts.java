// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How much longer a stage's first task on a host takes than those that follow it there.
 *
 * <p><b>Goals.</b> A stage's first tasks end first, so for a while nothing else is known of it. Whoever takes them for usual expects slots to be taken for longer than they are, and moves tasks away from their
 * input for nothing.
 *
 * <p><b>Constraints.</b> Times without waiting for input alone count: computing, and what comes besides. Of a task that read from afar nobody can tell them.
 *
 * <p><b>Algorithm.</b> A task is cold if none of its stage had ended on its host when it was launched. Where at least two of both kinds ended, the stage's own means tell. Otherwise the share that others take of
 * a cold one is taken to be the median of the last stages that completed, 1 before any did.
 *
 * <p><b>Example.</b> Cold tasks of a scan took 0.8 s, others 0.5 s: a share of 0.63. Of the next stage only cold tasks have ended, of 0.4 s: those that follow are predicted 0.25 s, and 0.15 s more on a host that is cold.
 *
 * <p><b>Source.</b> Ours. Safe for threads.
 */
final class ColdStarts {
    private static final int KEPT = 15;
    private static final int FEWEST = 2;
    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final double LEAST_SHARE = 0.1;

    private final ConcurrentHashMap<StageAttempt, Set<String>> warmHosts = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<StageAttempt, Means> byStage = new ConcurrentHashMap<>();
    private final RecentSamples shares = new RecentSamples(KEPT, LONGEST_NANOS);

    /** Of seconds without waiting, and of how many tasks. */
    private record Means(int cold, double coldSeconds, int warm, double warmSeconds) {
        static final Means NONE = new Means(0, 0, 0, 0);

        Means and(double seconds, boolean isCold) {
            return isCold
                    ? new Means(cold + 1, coldSeconds + (seconds - coldSeconds) / (cold + 1), warm, warmSeconds)
                    : new Means(cold, coldSeconds, warm + 1, warmSeconds + (seconds - warmSeconds) / (warm + 1));
        }

        boolean suffice() {
            return cold >= FEWEST && warm >= FEWEST && coldSeconds > 0;
        }

        double share() {
            return Math.max(LEAST_SHARE, Math.min(1, warmSeconds / coldSeconds));
        }
    }

    boolean isCold(StageAttempt stage, String host) {
        return !warmHosts.getOrDefault(stage, Set.of()).contains(host);
    }

    void ended(StageAttempt stage, EndedTask task, String host, boolean cold, long nowNanos) {
        warmHosts
                .computeIfAbsent(stage, unused -> ConcurrentHashMap.newKeySet())
                .add(host);
        task.overheadSeconds().ifPresent(overhead -> {
            double seconds = task.computeSeconds() + overhead;
            byStage.merge(stage, Means.NONE.and(seconds, cold), (known, unused) -> known.and(seconds, cold));
        });
    }

    void completed(StageAttempt stage, long nowNanos) {
        warmHosts.remove(stage);
        Means means = byStage.remove(stage);
        if (means != null && means.suffice()) {
            shares.add(means.share(), nowNanos);
        }
    }

    /** What a task that follows others on its host takes, as a share of what a cold one does, from 0.1 to 1. */
    double warmShare(StageAttempt stage, long nowNanos) {
        Means own = byStage.get(stage);
        if (own != null && own.suffice()) {
            return own.share();
        }
        RecentSamples.Median usual = shares.median(nowNanos);
        return usual.figures() == 0 ? 1 : usual.value();
    }

    /** By how many seconds a cold task takes longer; 0 while nothing is known of the stage. */
    double seconds(StageAttempt stage, long nowNanos) {
        Means own = byStage.getOrDefault(stage, Means.NONE);
        double share = warmShare(stage, nowNanos);
        if (own.cold() > 0) {
            return own.coldSeconds() * (1 - share);
        }
        return own.warm() > 0 ? own.warmSeconds() * (1 / share - 1) : 0;
    }
}
