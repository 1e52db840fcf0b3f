// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What was heard of one host, and whether that speaks against it. Not safe for threads. */
final class HostEvidence {
    static final long NEVER = Long.MIN_VALUE;

    /** A word that was sent before a cut may be read this much after it. */
    private static final long ON_ITS_WAY_NANOS = 1_500_000_000L;

    private static final long SLACK_NANOS = 300_000_000L;
    /** After that somebody who looks has to say again that nothing is acknowledged. */
    private static final long UNACKNOWLEDGED_NANOS = 1_000_000_000L;

    private static final long LONG_SLACK_NANOS = 1_000_000_000L;
    private static final double ENOUGH_COMPLAINTS = 1.5;
    private static final double A_COMPLAINT = 0.5;

    private final Map<HeartbeatSource, Word> lastWords = new EnumMap<>(HeartbeatSource.class);
    private boolean noCarrier;
    private long carrierNanos = NEVER;
    private long movedNanos = NEVER;
    private long unacknowledgedNanos = NEVER;

    /** Something against the host. */
    record Evidence(SuspicionCause cause, long sinceNanos) {}

    /** The last that was heard of a voice, and when the next word is expected. */
    private record Word(long atNanos, long intervalNanos) {
        long dueNanos() {
            return atNanos + intervalNanos + SLACK_NANOS;
        }

        boolean isLate(long nowNanos) {
            return nowNanos - atNanos > intervalNanos + Math.max(intervalNanos / 5, SLACK_NANOS);
        }

        boolean isSilent(long nowNanos) {
            return nowNanos - atNanos > 2 * intervalNanos + SLACK_NANOS;
        }

        boolean isLongSilent(long nowNanos) {
            return nowNanos - atNanos > 3 * intervalNanos + LONG_SLACK_NANOS;
        }
    }

    void heard(HeartbeatSource voice, long intervalNanos, long atNanos) {
        Word before = lastWords.get(voice);
        if (before == null || atNanos - before.atNanos() >= 0) {
            lastWords.put(voice, new Word(atNanos, intervalNanos));
        }
    }

    void left(HeartbeatSource voice) {
        lastWords.remove(voice);
    }

    void carrier(boolean there, long atNanos) {
        if (noCarrier == there) {
            noCarrier = !there;
            carrierNanos = atNanos;
        }
    }

    void moved(long atNanos) {
        movedNanos = Math.max(movedNanos, atNanos);
    }

    void unacknowledged(long atNanos) {
        unacknowledgedNanos = atNanos;
    }

    boolean knownOf() {
        return !lastWords.isEmpty() || carrierNanos != NEVER;
    }

    /** {@link #NEVER} when it has not spoken. */
    long lastWordNanos() {
        return lastWords.values().stream().mapToLong(Word::atNanos).max().orElse(NEVER);
    }

    /** Whether nobody who still counts has kept its interval. */
    boolean isQuiet(long nowNanos) {
        boolean any = false;
        for (Map.Entry<HeartbeatSource, Word> voice : lastWords.entrySet()) {
            if (counts(voice.getKey(), voice.getValue(), nowNanos)) {
                any = true;
                if (!voice.getValue().isLate(nowNanos)) {
                    return false;
                }
            }
        }
        return any;
    }

    /** Whether its most frequent voice that still counts has missed a turn, or it hears nothing: the first sign that it is who listens. */
    boolean missedATurn(long nowNanos) {
        return hearsNothing(nowNanos)
                || lastWords.entrySet().stream()
                        .filter(voice -> counts(voice.getKey(), voice.getValue(), nowNanos))
                        .map(Map.Entry::getValue)
                        .min(Comparator.comparingLong(Word::intervalNanos))
                        .filter(word -> word.isLate(nowNanos))
                        .isPresent();
    }

    Optional<Evidence> against(UnreachableReports.Weight complaints, long nowNanos) {
        if (noCarrier && lastWordNanos() <= carrierNanos + ON_ITS_WAY_NANOS) {
            return Optional.of(new Evidence(SuspicionCause.NO_CARRIER, carrierNanos));
        }
        boolean quiet = isQuiet(nowNanos);
        if (quiet && anySilent(nowNanos)) {
            return Optional.of(new Evidence(SuspicionCause.SILENT, lastWordNanos()));
        }
        if (hearsNothing(nowNanos)) {
            return Optional.of(new Evidence(
                    SuspicionCause.UNACKNOWLEDGED,
                    lastWords.get(HeartbeatSource.AGENT).atNanos()));
        }
        if (hangs(HeartbeatSource.DATANODE, nowNanos)) {
            return Optional.of(new Evidence(
                    SuspicionCause.DATANODE_SILENT,
                    lastWords.get(HeartbeatSource.DATANODE).atNanos()));
        }
        if (hangs(HeartbeatSource.EXECUTOR, nowNanos)) {
            return Optional.of(new Evidence(
                    SuspicionCause.EXECUTOR_SILENT,
                    lastWords.get(HeartbeatSource.EXECUTOR).atNanos()));
        }
        if (complaints.sum() >= (quiet ? A_COMPLAINT : ENOUGH_COMPLAINTS)) {
            return Optional.of(new Evidence(SuspicionCause.FAILURES, complaints.sinceNanos()));
        }
        return Optional.empty();
    }

    /**
     * Each voice speaks once more at most when it gets no answer: then it waits for one. So one that was heard more than its interval after the agent's
     * last word shows that the host hears.
     */
    private boolean hearsNothing(long nowNanos) {
        Word agent = lastWords.get(HeartbeatSource.AGENT);
        return agent != null
                && agent.isLate(nowNanos)
                && unacknowledgedNanos != NEVER
                && nowNanos - unacknowledgedNanos <= UNACKNOWLEDGED_NANOS
                && lastWords.values().stream()
                        .noneMatch(word -> word.atNanos() - agent.atNanos() > word.intervalNanos() + LONG_SLACK_NANOS);
    }

    private boolean anySilent(long nowNanos) {
        return lastWords.entrySet().stream()
                .anyMatch(voice -> counts(voice.getKey(), voice.getValue(), nowNanos)
                        && voice.getValue().isSilent(nowNanos));
    }

    /** A silent one does not count once the host has shown life without it: it has died by itself. */
    private boolean counts(HeartbeatSource voice, Word last, long nowNanos) {
        return !(last.isSilent(nowNanos) && hostLivesWithout(voice, last));
    }

    private boolean hostLivesWithout(HeartbeatSource silent, Word last) {
        if (silent == HeartbeatSource.AGENT && movedNanos > last.dueNanos()) {
            return true;
        }
        return lastWords.entrySet().stream()
                .anyMatch(other -> other.getKey() != silent && other.getValue().atNanos() - last.dueNanos() > 0);
    }

    /** A process that says nothing on a host that lives. */
    private boolean hangs(HeartbeatSource voice, long nowNanos) {
        Word last = lastWords.get(voice);
        return last != null && last.isLongSilent(nowNanos);
    }
}
