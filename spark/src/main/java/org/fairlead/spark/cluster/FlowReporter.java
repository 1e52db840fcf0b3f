// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to each controller what this application has committed, so that other applications keep away from it and paths are planned for it. A thread for each
 * controller: one that hangs delays no other. While there is nothing to report, nothing is sent.
 */
final class FlowReporter implements AutoCloseable {
    private static final String THREADS = "fairlead-flow-requests";
    private static final Logger LOG = LoggerFactory.getLogger(FlowReporter.class);
    private static final long EVERY_MILLIS = 300;
    private static final long VALID_MILLIS = 3000;
    /** What is launched together is reported together. */
    private static final long GATHERED_NANOS = 20_000_000L;
    /** Between two messages to a controller, however much is new. */
    private static final long LEAST_EVERY_NANOS = 50_000_000L;
    /** Between two messages to a controller while nobody need keep away from anybody. */
    private static final long RELAXED_EVERY_NANOS = 1_000_000_000L;

    /** After so long without an answer another controller's quotas count. */
    private static final long LONGEST_SILENCE_NANOS = 1_500_000_000L;

    private final String application;
    private final Supplier<Outstanding> source;
    private final Consumer<List<Reply.Quota>> quotas;
    private final List<Lane> lanes;
    private final ScheduledExecutorService threads;
    private final RareLog rareLog = new RareLog(LOG);
    private final AtomicLong sequence = new AtomicLong();
    private final TimeSource time;
    private final long boot;
    private final long startNanos;
    private volatile boolean relaxed;

    /** What there is to report at a moment. */
    record Outstanding(List<FlowRequests.Flow> flows, List<FlowRequests.Fetch> fetches, long residualTasks) {
        boolean isNothing() {
            return flows.isEmpty() && residualTasks == 0;
        }
    }

    /** What goes to one controller. */
    private static final class Lane {
        private final ControllerClient client;
        private final AtomicBoolean awaited = new AtomicBoolean();
        /** Held while a message is on its way. */
        private final ReentrantLock sending = new ReentrantLock();

        private boolean reportedNothing = true;
        private volatile long reportedNanos;
        /** When the controller answered last. */
        private volatile long answeredNanos;

        Lane(ControllerClient client, long nowNanos) {
            this.client = client;
            reportedNanos = nowNanos - RELAXED_EVERY_NANOS;
            answeredNanos = nowNanos - LONGEST_SILENCE_NANOS;
        }
    }

    /** @param quotas is told what the first controller that answers allows what is fetched ahead; has to be quick */
    FlowReporter(
            List<Endpoint> controllers,
            Credentials credentials,
            String application,
            TimeSource time,
            Supplier<Outstanding> source,
            Consumer<List<Reply.Quota>> quotas) {
        this.application = application;
        this.source = source;
        this.quotas = quotas;
        this.time = time;
        boot = time.currentTimeMillis();
        startNanos = time.nanoTime();
        lanes = controllers.stream()
                .map(endpoint -> new Lane(new ControllerClient(List.of(endpoint), credentials), startNanos))
                .toList();
        threads = Executors.newScheduledThreadPool(lanes.size(), LastingThread.workers(THREADS));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the task catches its own exceptions
    void start() {
        for (Lane lane : lanes) {
            threads.scheduleWithFixedDelay(
                    LastingThread.repeated(THREADS, () -> report(lane, relaxed ? RELAXED_EVERY_NANOS : 0)),
                    EVERY_MILLIS,
                    EVERY_MILLIS,
                    TimeUnit.MILLISECONDS);
        }
    }

    /** There is something new that a path may be planned for: it is reported in 20 ms, at most twenty times a second. Quick, never blocks. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task catches its own exceptions
    void soon() {
        for (Lane lane : lanes) {
            if (lane.awaited.compareAndSet(false, true)) {
                try {
                    threads.schedule(
                            () -> {
                                lane.awaited.set(false);
                                report(lane, 0);
                            },
                            Math.max(GATHERED_NANOS, lane.reportedNanos + LEAST_EVERY_NANOS - time.nanoTime()),
                            TimeUnit.NANOSECONDS);
                } catch (RejectedExecutionException e) {
                    LOG.debug("Closed: what was launched last is not reported", e);
                }
            }
        }
    }

    /** Whether it is enough to report about once a second. Not so at first. */
    void relaxed(boolean relaxed) {
        this.relaxed = relaxed;
    }

    /** @param leastNanos since the message before */
    private void report(Lane lane, long leastNanos) {
        if (!lane.sending.tryLock()) {
            return; // a message is on its way; the next one has what is new
        }
        try {
            long nowNanos = time.nanoTime();
            if (nowNanos - lane.reportedNanos >= leastNanos) {
                report(lane);
            }
        } finally {
            lane.sending.unlock();
        }
    }

    private void report(Lane lane) {
        long nowNanos = time.nanoTime();
        try {
            Outstanding now = source.get();
            if (now.isNothing() && lane.reportedNothing) {
                return;
            }
            Reply reply = lane.client.commit(new FlowRequests(
                    "",
                    application,
                    boot,
                    sequence.incrementAndGet(),
                    Math.max(1, nowNanos - startNanos),
                    VALID_MILLIS,
                    now.residualTasks(),
                    now.flows(),
                    now.fetches()));
            lane.answeredNanos = time.nanoTime();
            if (!now.fetches().isEmpty() && isFirst(lane)) {
                quotas.accept(reply.quotas());
            }
            lane.reportedNothing = now.isNothing();
            lane.reportedNanos = nowNanos;
        } catch (ControllerException e) {
            rareLog.warn(
                    "refused", "A controller refuses what this application has committed: " + e.getMessage(), null);
        } catch (IOException e) {
            LOG.debug(
                    "A controller does not take what this application has committed",
                    e); // LiveCluster reports that it is gone
        } catch (RuntimeException e) {
            rareLog.warn("flow-requests", "A controller does not take what this application has committed", e);
        }
    }

    /** Whether no controller before it in the list has answered lately: one alone admits. */
    private boolean isFirst(Lane lane) {
        return lanes.subList(0, lanes.indexOf(lane)).stream()
                .allMatch(other -> lane.answeredNanos - other.answeredNanos >= LONGEST_SILENCE_NANOS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        lanes.forEach(lane -> lane.client.close());
    }
}
