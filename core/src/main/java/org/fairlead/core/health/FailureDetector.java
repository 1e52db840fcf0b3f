// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * Decides which hosts are suspected to be cut off, dead or hung. Safe for threads; times are on one monotonic clock of the caller's.
 *
 * <p><b>Goals.</b> Within 3 s of the moment at which a host falls silent, nothing more is decided for it. A host that lives is never given up because one
 * process on it died. When it comes back it gets work again, the more slowly the more often it fell silent.
 *
 * <p><b>Constraints.</b> Who hears nobody suspects nobody by silence, but keeps those who were silent before. By failures alone at most half of the
 * hosts are suspected. Memory is bounded by the number of hosts and 4,096 failures.
 *
 * <p><b>Algorithm.</b> A host speaks with several voices, each at its own interval i ({@link HeartbeatSource}). A voice is late after 1.2·i (at least i + 0.3 s), silent after
 * 2·i + 0.3 s. A silent one no longer counts once the host has shown life after the voice was due: another voice, or, for the agent, bytes that the
 * host's switch saw. A host is suspected when
 * <ol>
 *   <li>its switch says that there is no carrier, and no voice was heard more than 1.5 s after that; or
 *   <li>all voices that count are late and one is silent; or
 *   <li>its agent is late, its system has not acknowledged what was sent to it after two repetitions ({@link #unacknowledged}), and no other voice was heard more
 *       than its interval and 1 s after the agent's last word: it hears nothing; or
 *   <li>the DataNode or the executors are silent for 3·i + 1 s, whoever else speaks: hung processes; or
 *   <li>clients or tasks failed on it in the last 10 s: one is enough when all voices are late, two otherwise; who complains of n hosts weighs 1/n.
 * </ol>
 * Who listens is deaf when of more than half of the hosts that were heard in the last ten minutes the most frequent voice is late or nothing is acknowledged, or when nobody has asked for a second (a
 * stopped process wakes up), and then until every voice has had a turn (the longest interval and 0.5 s): no host is newly suspected for its silence, and a
 * suspicion of less than 3 s is refuted.
 *
 * <p>Back: when nothing speaks against a host any more it waits w = 1 s, twice that for each earlier suspicion (one is forgotten for each minute in trust), at
 * most 60 s. Then it is on probation for the longer of w and 4 s, in which its share of decisions grows evenly to all.
 *
 * <p><b>Example.</b> Agents report each second, DataNodes each 3 s. h5's link is cut at 10.0 s; its agent spoke at 9.4, its DataNode at 8.5. With a switch that reports
 * carriers it is suspected with the switch's next report, at 11.0 at the latest. Without: at 11.7 the agent is silent and the DataNode not yet late (8.5 + 3.6 = 12.1), at 12.1
 * both are late. Had only the agent died, the DataNode would have spoken at 11.5 and the agent no longer counted. The link comes back at 20.0 and the
 * agent speaks at 20.3: nothing until 21.3, then from a twentieth of the decisions to all at 25.3. Where only packets to h5 are lost from 10.0 s on, its agent reports once
 * more at 10.4, its DataNode at 11.5, and both wait for answers: at 11.7 the agent is late and its answer unacknowledged.
 *
 * <p><b>Source.</b> Suspicion by missed heartbeats: Chandra and Toueg, J. ACM 1996. That several witnesses have to agree, and that who hears nobody suspects itself: after
 * Lifeguard (Dadgar et al., DSN-W 2018). The rules and figures are ours.
 */
public final class FailureDetector {
    private static final long RECENT_NANOS = 600_000_000_000L;
    /** Beyond the longest interval: until everybody has had a turn. */
    private static final long DEAF_BEYOND_NANOS = 500_000_000L;

    private static final long REFUTED_BELOW_NANOS = 3_000_000_000L;
    private static final long STOPPED_NANOS = 1_000_000_000L;
    /** What others say of a host counts no more when it has spoken to us so long after. */
    private static final long VOUCHED_AFTER_NANOS = 2_000_000_000L;

    /** Bytes per second of a host's up-link above which it moves, and the share of its capacity. */
    private static final double MOVING_BYTES_PER_SECOND = 50_000;

    private static final double MOVING_SHARE = 0.001;

    private final Topology topology;
    private final Map<Integer, HostEvidence> witnesses = new HashMap<>();
    private final Map<Integer, Probation> probations = new HashMap<>();
    private final UnreachableReports complaints = new UnreachableReports();
    private Suspects reported = Suspects.NONE;
    private long judgedNanos = HostEvidence.NEVER;
    private long deafUntilNanos = HostEvidence.NEVER;
    private long longestIntervalNanos;

    public FailureDetector(Topology topology) {
        this.topology = topology;
        for (Host host : topology.hosts()) {
            witnesses.put(host.index(), new HostEvidence());
            probations.put(host.index(), new Probation());
        }
    }

    /** A detector of another topology: what is known of hosts of the same names stays. */
    public synchronized FailureDetector movedTo(Topology other) {
        FailureDetector moved = new FailureDetector(other);
        Map<String, Integer> before = new HashMap<>();
        topology.hosts().forEach(host -> before.put(host.name(), host.index()));
        for (Host host : other.hosts()) {
            Integer index = before.get(host.name());
            if (index != null) {
                moved.witnesses.put(host.index(), witnesses.get(index));
                moved.probations.put(host.index(), probations.get(index));
            }
        }
        moved.judgedNanos = judgedNanos;
        moved.deafUntilNanos = deafUntilNanos;
        moved.longestIntervalNanos = longestIntervalNanos;
        return moved;
    }

    /**
     * Somebody spoke from a host.
     *
     * @param intervalNanos until it is expected to speak again
     */
    public synchronized void heard(int host, HeartbeatSource voice, long intervalNanos, long atNanos) {
        if (intervalNanos <= 0) {
            throw new IllegalArgumentException("an interval above 0 ns is expected, not " + intervalNanos);
        }
        longestIntervalNanos = Math.max(longestIntervalNanos, intervalNanos);
        of(host).heard(voice, intervalNanos, atNanos);
    }

    /** A voice ended as it should, such as the last executor of a host: it is missed no longer. */
    public synchronized void left(int host, HeartbeatSource voice) {
        of(host).left(voice);
    }

    /** What a switch says of all its ports to a host: whether there is a carrier on any. */
    public synchronized void carrier(int host, boolean there, long atNanos) {
        of(host).carrier(there, atNanos);
    }

    /**
     * A switch has counted what a host sent.
     *
     * @param fromNanos begin of the interval
     */
    public synchronized void sent(int host, double bytesPerSecond, double capacity, long fromNanos) {
        if (bytesPerSecond >= Math.max(MOVING_BYTES_PER_SECOND, MOVING_SHARE * capacity)) {
            of(host).moved(fromNanos);
        }
    }

    /**
     * What was sent to a host has been repeated and its system has not acknowledged it; counts for a second. A process that hangs or
     * died on it is no reason: the system acknowledges, or ends the connection.
     */
    public synchronized void unacknowledged(int host, long atNanos) {
        of(host).unacknowledged(atNanos);
    }

    /** Somebody could not reach a host, or a task failed on it. */
    public synchronized void failed(int host, String complainer, long atNanos) {
        of(host); // has to be one of ours
        complaints.add(complainer, host, atNanos);
    }

    /** What a controller suspects, with times on our clock; it counts until the next is reported. */
    public synchronized void reported(Suspects suspects) {
        reported = suspects;
    }

    /** Who is suspected now; to be asked several times a second. */
    public synchronized Suspects judge(long nowNanos) {
        boolean deaf = isDeaf(nowNanos);
        judgedNanos = nowNanos;
        Map<Integer, UnreachableReports.Weight> weights = complaints.weigh(nowNanos);
        Map<Integer, Suspicion> suspects = new TreeMap<>();
        int known = 0;
        int barred = 0;
        Map<Integer, HostEvidence.Evidence> byFailures = new TreeMap<>();
        for (Host host : topology.hosts()) {
            int index = host.index();
            HostEvidence seen = witnesses.get(index);
            Probation probation = probations.get(index);
            known += seen.knownOf() ? 1 : 0;
            Optional<HostEvidence.Evidence> evidence =
                    seen.against(weights.getOrDefault(index, UnreachableReports.Weight.NOTHING), nowNanos);
            if (evidence.isPresent() && evidence.get().cause() == SuspicionCause.FAILURES) {
                byFailures.put(index, evidence.get());
                continue;
            }
            if (deaf && isSilence(evidence) && !probation.suspectedFor(REFUTED_BELOW_NANOS, nowNanos)) {
                probation.refute();
                evidence = Optional.empty();
            }
            barred += evidence.isPresent() ? 1 : 0;
            probation.step(evidence, nowNanos).ifPresent(suspicion -> suspects.put(index, suspicion));
        }
        for (Map.Entry<Integer, HostEvidence.Evidence> failing : byFailures.entrySet()) {
            boolean counts = 2 * (barred + 1) <= known;
            barred += counts ? 1 : 0;
            probations
                    .get(failing.getKey())
                    .step(counts ? Optional.of(failing.getValue()) : Optional.empty(), nowNanos)
                    .ifPresent(suspicion -> suspects.put(failing.getKey(), suspicion));
        }
        return Suspects.of(suspects).and(reportedAndNotVouchedFor());
    }

    /** Whether silence says something about hosts, as it stood when it was last judged: not for a while after all fell silent at once. */
    public synchronized boolean hears(long nowNanos) {
        return deafUntilNanos == HostEvidence.NEVER || nowNanos - deafUntilNanos >= 0;
    }

    private static boolean isSilence(Optional<HostEvidence.Evidence> evidence) {
        return evidence.isPresent() && evidence.get().cause() != SuspicionCause.NO_CARRIER;
    }

    private boolean isDeaf(long nowNanos) {
        int recent = 0;
        int missed = 0;
        for (HostEvidence seen : witnesses.values()) {
            long last = seen.lastWordNanos();
            if (last != HostEvidence.NEVER && nowNanos - last < RECENT_NANOS) {
                recent++;
                missed += seen.missedATurn(nowNanos) ? 1 : 0;
            }
        }
        boolean stopped = judgedNanos != HostEvidence.NEVER && nowNanos - judgedNanos > STOPPED_NANOS;
        if (recent == 0 || 2 * missed > recent || stopped) {
            deafUntilNanos = nowNanos + longestIntervalNanos + DEAF_BEYOND_NANOS;
        }
        return !hears(nowNanos);
    }

    /** A host that speaks to us long after it fell silent to others was not cut off. */
    private Suspects reportedAndNotVouchedFor() {
        Map<Integer, Suspicion> counting = new TreeMap<>();
        for (int host : reported.hosts()) {
            Suspicion suspicion = reported.of(host).orElseThrow();
            long last = witnesses.containsKey(host) ? witnesses.get(host).lastWordNanos() : HostEvidence.NEVER;
            boolean vouched = suspicion.cause() == SuspicionCause.SILENT
                    && last != HostEvidence.NEVER
                    && last - suspicion.sinceNanos() > VOUCHED_AFTER_NANOS;
            if (!vouched) {
                counting.put(host, suspicion);
            }
        }
        return Suspects.of(counting);
    }

    private HostEvidence of(int host) {
        HostEvidence seen = witnesses.get(host);
        if (seen == null) {
            throw new IllegalArgumentException("no host has the index " + host);
        }
        return seen;
    }
}
