// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.storage.BlockManagerId;
import org.fairlead.protocol.counters.HostCounters;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.MissingCounters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor's end of {@link StatusEndpoint}: counts its host where the driver wants it, and reports how far its tasks are, and from whom those have read that ended.
 * Daemon threads over Spark's plug-in RPC; what fails is tried again at its next turn.
 */
public final class ExecutorStatus implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorStatus.class);
    private static final long FIRST_MILLIS = 100;
    /** Turns until a task is reported: most end before, and how far they got helped nobody. */
    private static final long SILENT_TURNS = 2;

    private static final long ALLOWANCES_MILLIS = 60_000;

    private final PluginContext driver;
    private final Supplier<Optional<String>> host;
    private final TimeSource time;
    private final HostSampler sampler;
    private final SeenReporter seen;
    private final LinkSpeed linkSpeed = LinkSpeed.ofThisHost();
    private Optional<Double> linkBytesPerSecond = Optional.empty();
    private final long intervalMillis;
    private final long progressMillis;
    private final RareLog rareLog = new RareLog(LOG);
    private final List<Thread> threads;
    private volatile boolean closed;
    private ReportInstruction instruction = new ReportInstruction(MissingCounters.NONE, FIRST_MILLIS);
    private long[] reported = new long[0];
    private long progressNanos;

    private ExecutorStatus(
            PluginContext driver,
            Supplier<Optional<String>> host,
            long intervalMillis,
            long progressMillis,
            TimeSource time) {
        this.driver = driver;
        this.host = host;
        this.time = time;
        this.intervalMillis = intervalMillis;
        this.progressMillis = progressMillis;
        sampler = HostSampler.ofThisHost(intervalMillis, time);
        seen = new SeenReporter(driver, host, time);
        progressNanos = time.nanoTime();
        List<Thread> all = new ArrayList<>(
                List.of(thread("fairlead-host", this::reportHost), thread("fairlead-tasks", this::watchTasks)));
        NicAllowances.ofThisHost(HostCounters.ofThisHost(Set.of()), time)
                .ifPresent(each -> all.add(thread("fairlead-allowances", () -> reportAllowances(each))));
        threads = List.copyOf(all);
    }

    /**
     * @param intervalMillis between two reports, as long as the driver says nothing else
     * @param progressMillis between two messages about running tasks
     */
    public static ExecutorStatus start(
            PluginContext driver, long intervalMillis, long progressMillis, TimeSource time) {
        return start(driver, ExecutorStatus::hostOfThisExecutor, intervalMillis, progressMillis, time);
    }

    /** @param host of this executor, as its driver knows it; empty until that is known */
    static ExecutorStatus start(
            PluginContext driver,
            Supplier<Optional<String>> host,
            long intervalMillis,
            long progressMillis,
            TimeSource time) {
        ExecutorStatus status = new ExecutorStatus(driver, host, intervalMillis, progressMillis, time);
        status.threads.forEach(Thread::start);
        return status;
    }

    /** {@link PluginContext#hostname} would do, but it throws in executors of Spark 4.2: they listen at no address. */
    private static Optional<String> hostOfThisExecutor() {
        return Optional.ofNullable(SparkEnv.get())
                .flatMap(env -> Optional.ofNullable(env.blockManager().blockManagerId()))
                .map(BlockManagerId::host);
    }

    /** On the thread of a task that starts. */
    public void taskStarted() {
        try {
            RunningTasks.started(time);
        } catch (RuntimeException | LinkageError e) {
            rareLog.warn("start", "A task's progress will not be told", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
        try {
            seen.report(List.of());
        } catch (Exception | LinkageError e) {
            LOG.debug("What the last tasks have read is not told", e);
        }
    }

    /** One turn of a thread. */
    private interface Turn {
        /** @return milliseconds until the next */
        long take() throws Exception;
    }

    private Thread thread(String name, Turn turn) {
        return LastingThread.of(name, () -> repeat(name, turn));
    }

    private void repeat(String name, Turn turn) {
        long pauseMillis = FIRST_MILLIS;
        while (!closed) {
            try {
                Thread.sleep(pauseMillis);
                pauseMillis = turn.take();
            } catch (InterruptedException e) {
                return; // closed
            } catch (Exception | LinkageError e) {
                pauseMillis = intervalMillis;
                if (!closed) {
                    rareLog.warn(name, "This executor could not be reported to the driver", e);
                }
            }
        }
    }

    private long reportHost() throws Exception {
        Optional<String> name = host.get();
        if (name.isEmpty()) {
            return FIRST_MILLIS;
        }
        List<Heartbeat> samples = instruction.gap() == MissingCounters.NONE
                ? List.of()
                : List.of(sampler.sample(name.get(), instruction.gap()));
        linkBytesPerSecond = linkBytesPerSecond.or(() -> Optional.of(linkSpeed.bytesPerSecond(name.get())));
        byte[] report = Encoding.CBOR.write(new ExecutorReport(
                driver.executorID(), name.get(), linkBytesPerSecond.get(), MemoryUse.ofThisExecutor(), samples));
        Object said = driver.ask(report);
        if (said == null) {
            return intervalMillis; // ours has stopped in the driver, which ends or goes on as stock
        }
        if (!(said instanceof byte[] answer)) {
            throw new IOException("the driver's answer is none of ours");
        }
        MissingCounters sampled = instruction.gap();
        instruction = Encoding.CBOR.read(answer, ReportInstruction.class);
        boolean begins = instruction.gap().compareTo(sampled) > 0;
        return begins ? 0 : instruction.nextMillis(); // who begins to count, counts at once
    }

    private long reportAllowances(NicAllowances read) throws IOException {
        seen.report(read.exceeded());
        return ALLOWANCES_MILLIS;
    }

    /** Looks at tasks, and reports them when that is due. */
    private long watchTasks() throws Exception {
        long pauseMillis = intervalMillis;
        try {
            pauseMillis = seen.look();
        } finally {
            long now = time.nanoTime();
            if (now - progressNanos >= progressMillis * 1_000_000) {
                progressNanos = now;
                reportProgress();
            }
        }
        long leftMillis = progressMillis - (time.nanoTime() - progressNanos) / 1_000_000;
        return Math.max(1, Math.min(pauseMillis, leftMillis));
    }

    private void reportProgress() throws IOException {
        seen.report(List.of());
        long youngest = SILENT_TURNS * progressMillis * 1_000_000;
        long now = time.nanoTime();
        long[] counts = TaskCounts.of(RunningTasks.all().stream()
                .filter(task -> task.ageNanos(now) >= youngest)
                .toList());
        if (counts.length > 0 && !Arrays.equals(counts, reported)) {
            driver.send(counts); // that tasks have ended, it knows from Spark
        }
        reported = counts;
    }
}
