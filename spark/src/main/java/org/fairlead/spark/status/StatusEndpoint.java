// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.cluster.MissingCounters;

/**
 * The driver's end of what executors tell: which of them counts its host, how much memory they have, and how far their tasks are. Of several on a host the one
 * with the lowest id counts, and none where somebody else reports it; what others count is not taken. Quick: Spark calls on the one thread of all plug-ins.
 */
public final class StatusEndpoint {
    /** An executor that was not heard of for so many of its turns is gone. */
    private static final int MISSED_TURNS = 3;

    private static final long IDLE_MILLIS = 3000;
    private static final long DISKS_MILLIS = 1000;
    /** Until an executor reports again of which Spark has not reported yet: its listeners may hear of it later than we do. */
    private static final long UNKNOWN_MILLIS = 200;

    private final LiveCluster cluster;
    private final long intervalMillis;
    private final TimeSource time;
    /** Where Spark says that executors run, by their ids. */
    private final Map<String, String> hosts = new ConcurrentHashMap<>();

    private final Map<String, Seen> executors = new ConcurrentHashMap<>();
    private volatile SeenTaker taker = SeenTaker.NONE;

    private record Seen(int host, long untilNanos, MissingCounters gap) {}

    /** @param intervalMillis between two samples of a host */
    public StatusEndpoint(LiveCluster cluster, long intervalMillis, TimeSource time) {
        this.cluster = cluster;
        this.intervalMillis = intervalMillis;
        this.time = time;
    }

    /** From now on what executors have seen goes there. */
    public void reportTo(SeenTaker whom) {
        taker = whom;
    }

    /**
     * Takes a message of {@link ExecutorStatus}.
     *
     * @return the answer, for who asked; null for who only reported, as Spark wants it
     * @throws IOException if it is not a message of ours, or reports another host than the executor's
     */
    public Object receive(Object message) throws IOException {
        if (message instanceof long[] progress) {
            TaskCounts.forEach(progress, cluster::progressed);
            return null;
        }
        if (message instanceof byte[] report) {
            return Encoding.CBOR.write(instruct(Encoding.CBOR.read(report, ExecutorReport.class)));
        }
        if (message instanceof byte[][] seen && seen.length == 1) {
            take(Encoding.CBOR.read(seen[0], SeenReport.class));
            return null;
        }
        throw new IOException("a message of " + message.getClass().getName() + " is none of ours");
    }

    /** Spark has an executor on a host: of that host, and of no other, it is believed. */
    public void added(String executor, String host) {
        hosts.put(executor, host);
    }

    /** The executor is gone: another of its host takes over with its next report. */
    public void removed(String executor) {
        String host = hosts.remove(executor);
        executors.remove(executor);
        cluster.removed(executor);
        if (host != null && !hosts.containsValue(host)) {
            cluster.left(host);
        }
    }

    private void take(SeenReport report) {
        String host = hosts.getOrDefault(report.executor(), "");
        report.tasks().forEach(reads -> taker.read(reads.with(host, reads.sources())));
        report.allowances().forEach(each -> taker.exceeded(each.of(host)));
        if (report.lost() + report.failures() > 0) {
            taker.missed(report.lost(), report.failures());
        }
        taker.avoided(report.avoidedBlocks(), report.avoidingFiles());
    }

    private ReportInstruction instruct(ExecutorReport report) throws IOException {
        String itsHost = hosts.get(report.executor());
        if (itsHost == null) {
            return new ReportInstruction(MissingCounters.NONE, Math.min(intervalMillis, UNKNOWN_MILLIS));
        }
        if (!itsHost.equals(report.host())
                || !report.samples().stream().allMatch(sample -> itsHost.equals(sample.host()))) {
            throw new IOException("executor " + report.executor() + " is on " + itsHost + " and tells of another host");
        }
        cluster.met(report.host(), report.linkBytesPerSecond());
        if (report.memory().poolBytes() > 0) {
            cluster.memory(report.executor(), report.memory());
        }
        int host = cluster.snapshot()
                .map((ClusterSnapshot now) -> now.host(report.host()))
                .orElse(-1);
        if (host < 0) {
            executors.remove(report.executor());
            return new ReportInstruction(MissingCounters.NONE, intervalMillis);
        }
        Seen before = executors.get(report.executor());
        if (before != null && before.gap() != MissingCounters.NONE) {
            report.samples().forEach(sample -> cluster.sampled(host, sample));
        }
        long now = time.nanoTime();
        executors.values().removeIf(seen -> now - seen.untilNanos() >= 0);
        boolean first = executors.entrySet().stream()
                .filter(entry -> entry.getValue().host() == host)
                .map(Map.Entry::getKey)
                .allMatch(other -> BY_ID.compare(report.executor(), other) <= 0);
        MissingCounters gap = first ? cluster.gap(host) : MissingCounters.NONE;
        long nextMillis = Math.max(intervalMillis, leastMillis(gap));
        cluster.heard(host, nextMillis);
        executors.put(report.executor(), new Seen(host, now + MISSED_TURNS * nextMillis * 1_000_000, gap));
        return new ReportInstruction(gap, nextMillis);
    }

    private static long leastMillis(MissingCounters gap) {
        return switch (gap) {
            case NONE -> IDLE_MILLIS;
            case DISKS -> DISKS_MILLIS;
            case LINKS -> 0;
        };
    }

    /** Spark numbers executors; the driver of a local master is called so. */
    private static final Comparator<String> BY_ID =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());
}
