// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.fairlead.core.prefetch.admission.TasksFirst;
import org.fairlead.protocol.counters.HostCounters;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.status.RunningTasks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has fetches wait while tasks of this process need the host's link ({@link TasksFirst}). Counters are looked at only while something is fetched. Safe for threads. */
final class LinkTurns {
    private static final Logger LOG = LoggerFactory.getLogger(LinkTurns.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final long LOOK_MILLIS = TasksFirst.LOOK_NANOS / 1_000_000;

    private final TasksFirst tasksFirst;
    private final Received received;
    private final LongSupplier readByTasks;
    private final PrefetchCounts counts;
    private final TimeSource time;
    private final Set<HeldExtent> underWay = new HashSet<>();

    /** Bytes that have come to this host. */
    interface Received {
        long bytes() throws IOException;
    }

    /**
     * @param most fetches at a time
     * @param readByTasks bytes, those from memory not among them
     */
    LinkTurns(int most, Received received, LongSupplier readByTasks, PrefetchCounts counts, TimeSource time) {
        tasksFirst = new TasksFirst(most);
        this.received = received;
        this.readByTasks = readByTasks;
        this.counts = counts;
        this.time = time;
    }

    static LinkTurns ofThisHost(int most, PrefetchCounts counts, TimeSource time) {
        HostCounters devices = HostCounters.ofThisHost(Set.of());
        return new LinkTurns(
                most,
                () -> devices.nics().stream()
                        .mapToLong(Heartbeat.Nic::receivedBytes)
                        .sum(),
                () -> RunningTasks.bytesRead() - counts.bytesFromMemory(),
                counts,
                time);
    }

    /**
     * On the thread that fetches, before it asks for anything: waits until the extent may come, somebody waits for it, or it is not wanted any more. To be followed by {@link #end}.
     *
     * @throws InterruptedException when it has ended meanwhile
     */
    void begin(HeldExtent extent) throws InterruptedException {
        await(extent, () -> !begins(extent));
    }

    /**
     * On the thread that fetches: waits until the extent may go on, somebody waits for it, or nothing more of it is wanted.
     *
     * @throws InterruptedException when it has ended meanwhile
     */
    void goOn(HeldExtent extent) throws InterruptedException {
        await(extent, this::givesWay);
    }

    /** An extent that was begun has come, or does not. */
    synchronized void end(HeldExtent extent) {
        underWay.remove(extent);
    }

    private void await(HeldExtent extent, BooleanSupplier hasToWait) throws InterruptedException {
        long since = time.nanoTime();
        if (extent.awaitWay(hasToWait, LOOK_MILLIS)) {
            counts.add(PrefetchCount.MILLIS_GIVEN_WAY, (time.nanoTime() - since) / 1_000_000);
        }
    }

    private synchronized boolean begins(HeldExtent extent) {
        if (!look() || tasksFirst.mayBegin(underWay.size(), time.nanoTime())) {
            underWay.add(extent);
            return true;
        }
        return false;
    }

    private synchronized boolean givesWay() {
        return look() && tasksFirst.givesWay(time.nanoTime());
    }

    /** @return whether it is known what the link carries */
    private boolean look() {
        long now = time.nanoTime();
        try {
            if (tasksFirst.isDue(now)) {
                tasksFirst.looked(received.bytes(), readByTasks.getAsLong(), underWay.size(), now);
            }
            return true;
        } catch (IOException | RuntimeException e) {
            RARE_LOG.warn("counters", "What this host receives is not known: fetches do not give way to tasks", e);
            return false;
        }
    }
}
