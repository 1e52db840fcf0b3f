// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.agent;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.client.FailedRequest;
import org.fairlead.protocol.client.ReportChannel;
import org.fairlead.protocol.counters.HostCounters;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.plugin.OutageLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports its host's counters to every controller of its list, at a phase of its own so that a cluster does not report all at
 * once. A controller that is dead, slow or hangs has one report under way and misses those in between; the others notice
 * nothing. One daemon thread, and one for each controller; nothing that a controller does ends them.
 */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final int REPLAYED = 409;
    /** A month in one step. */
    private static final long FARTHEST_AHEAD_MILLIS = 31L * 24 * 3600 * 1000;

    /** The highest boot id of this process: an agent that is started again in the same millisecond gets another. */
    private static final AtomicLong HIGHEST = new AtomicLong();

    private final AgentSettings settings;
    private final HostCounters counters;
    private final List<Lane> lanes;
    private final Thread thread;
    private final TimeSource time;
    private final long startNanos;
    private final AtomicLong boot;
    private final AtomicLong boots = new AtomicLong();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();
    private final Set<Endpoint> failing = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean unreadable = new AtomicBoolean();
    private volatile Optional<String> lastError = Optional.empty();
    private volatile boolean closed;
    private long sequence;

    private Agent(AgentSettings settings, HostCounters counters, TimeSource time) {
        this.settings = settings;
        this.counters = counters;
        this.time = time;
        startNanos = time.nanoTime();
        boot = new AtomicLong(nextBoot(0, time.currentTimeMillis()));
        lanes = settings.controllers().stream().map(Lane::new).toList();
        thread = LastingThread.of("fairlead-agent", this::run);
    }

    public static Agent start(AgentSettings settings, TimeSource time) {
        Agent agent = new Agent(settings, counters(settings), time);
        agent.lanes.forEach(lane -> lane.thread.start());
        agent.thread.start();
        return agent;
    }

    /** What an agent would report now. */
    public static Heartbeat once(AgentSettings settings, TimeSource time) throws IOException {
        return heartbeat(settings, counters(settings), nextBoot(0, time.currentTimeMillis()), 1, 1);
    }

    /** Reports that a controller took, over all controllers. */
    public long sent() {
        return sent.get();
    }

    /** Reports that were refused or got no answer. */
    public long failed() {
        return failed.get();
    }

    /** Reports that were not sent because the one before was still under way. */
    public long skipped() {
        return skipped.get();
    }

    /** Why the last report that failed did so; empty when every controller took the last report that it answered. */
    public Optional<String> lastError() {
        return lastError;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lanes.forEach(lane -> lane.thread.interrupt());
    }

    private static HostCounters counters(AgentSettings settings) {
        return HostCounters.ofThisHost(settings.devices());
    }

    private static long nextBoot(long least, long wallMillis) {
        return HIGHEST.updateAndGet(highest -> Math.max(Math.max(highest + 1, least), wallMillis));
    }

    private void run() {
        long interval = settings.interval().toNanos();
        long due = time.nanoTime() + ThreadLocalRandom.current().nextLong(interval);
        while (!closed) {
            long wait = due - time.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(wait);
                continue;
            }
            try {
                report();
            } catch (IOException | RuntimeException e) {
                unreadable(e.getMessage() == null ? e.toString() : e.getMessage());
            }
            long late = time.nanoTime() - due;
            due += interval * (1 + Math.max(0, late / interval)); // what was missed is not made up for
        }
    }

    private void report() throws IOException {
        sequence++;
        Heartbeat heartbeat =
                heartbeat(settings, counters, boot.get(), sequence, Math.max(1, time.nanoTime() - startNanos));
        for (Lane lane : lanes) {
            if (!lane.next.offer(heartbeat)) {
                skipped.incrementAndGet();
            }
        }
    }

    /** The reports to one controller; what it does to its thread, it does to no other's. */
    private final class Lane {
        private final Endpoint controller;
        private final ReportChannel channel;
        private final OutageLog absence = new OutageLog(LOG);
        /** Nothing waits here: a report is taken at once, or the one before is still under way and this one is skipped. */
        private final SynchronousQueue<Heartbeat> next = new SynchronousQueue<>();

        private final Thread thread = LastingThread.of("fairlead-agent-report", this::run);

        private Lane(Endpoint controller) {
            this.controller = controller;
            channel = new ReportChannel(controller, settings.credentials());
        }

        private void run() {
            while (!closed) {
                try {
                    Heartbeat heartbeat = next.take();
                    channel.report(heartbeat);
                    taken(controller);
                    tellAbsence(false, "");
                } catch (InterruptedException e) {
                    return; // closed
                } catch (IOException | RuntimeException e) {
                    failed(controller, e);
                    tellAbsence(!closed, FailedRequest.reason(e));
                }
            }
        }

        private void tellAbsence(boolean gone, String error) {
            absence.renew(
                    gone,
                    () -> "Fairlead: reports of " + settings.host() + " do not reach the controller " + controller
                            + " (" + error + "); it knows nothing of this host until they do",
                    () -> "Fairlead: reports of " + settings.host() + " reach the controller " + controller + " again",
                    time.nanoTime());
        }
    }

    private void taken(Endpoint controller) {
        sent.incrementAndGet();
        if (failing.remove(controller) && failing.isEmpty()) {
            lastError = Optional.empty();
        }
    }

    private void failed(Endpoint controller, Exception failure) {
        if (failure instanceof ControllerException refused && refused.status() == REPLAYED) {
            // This host's wall clock has stepped back since an earlier start: farther ahead each time until it is
            // taken, and from now again before a controller would take it for a boot of the future.
            long ahead = 1000L << boots.incrementAndGet();
            if (ahead > FARTHEST_AHEAD_MILLIS) {
                boots.set(0);
                boot.set(time.currentTimeMillis());
            } else {
                boot.set(nextBoot(boot.get() + ahead, time.currentTimeMillis()));
            }
        }
        failed.incrementAndGet();
        String error = controller + ": " + FailedRequest.reason(failure);
        lastError = Optional.of(error);
        failing.add(controller);
    }

    private void unreadable(String error) {
        failed.incrementAndGet();
        if (unreadable.compareAndSet(false, true)) {
            LOG.warn("the counters of {} cannot be read: {}", settings.host(), error);
        }
        lastError = Optional.of(error);
    }

    private static Heartbeat heartbeat(
            AgentSettings settings, HostCounters counters, long boot, long sequence, long monotonicNanos)
            throws IOException {
        Duration interval = settings.interval();
        return new Heartbeat(
                "",
                settings.host(),
                boot,
                sequence,
                monotonicNanos,
                interval.toMillis(),
                counters.nics(),
                counters.disks(),
                counters.memoryAvailableBytes());
    }
}
