// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.PluginContext;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.AvoidedHosts;
import org.fairlead.spark.source.AwaitedSenders;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.source.SourceName;

/**
 * The executor's end of what it sees of sources: looks at intervals whom tasks wait for while they fetch map output, and from which file systems they read, and tells the
 * driver what tasks that ended have read. One thread looks; any may tell.
 */
final class SeenReporter {
    private static final long LOOK_MILLIS = 100;
    private static final long IDLE_MILLIS = 250;
    private static final long LONGEST_LOOK_NANOS = 4 * LOOK_MILLIS * 1_000_000;
    /** A thread's stack costs up to half a millisecond, most of it on the virtual machine's own thread. */
    private static final long STACKS_NANOS = 500_000_000;

    private static final long LONGEST_STACKS_NANOS = 2 * STACKS_NANOS;

    private final PluginContext driver;
    private final Supplier<Optional<String>> host;
    private final TimeSource time;
    private Optional<AwaitedSenders> senders = Optional.empty();
    private boolean lookedFor;
    private long lookedNanos;
    private long stacksNanos;
    private long toldLost = EndedReads.lost();
    private long toldFailures = EndedReads.failures();
    private long toldBlocks = AvoidedHosts.blocksRead();
    private long toldFiles = AvoidedHosts.filesWritten();

    /** @param host of this executor, as its driver knows it; empty until that is known */
    SeenReporter(PluginContext driver, Supplier<Optional<String>> host, TimeSource time) {
        this.driver = driver;
        this.host = host;
        this.time = time;
        lookedNanos = time.nanoTime();
        stacksNanos = lookedNanos;
    }

    /**
     * Looks whom tasks wait for.
     *
     * @return milliseconds until the next look
     */
    long look() throws ReflectiveOperationException {
        long now = time.nanoTime();
        long since = Math.min(LONGEST_LOOK_NANOS, now - lookedNanos);
        lookedNanos = now;
        List<RunningTask> tasks = List.copyOf(RunningTasks.all());
        // Whether or not tasks run, so that short ones are looked at as often, for their time, as long ones.
        long passed = now - stacksNanos - (now - stacksNanos) % STACKS_NANOS;
        if (passed > 0) {
            stacksNanos += passed;
            tasks.forEach(task -> task.look(Math.min(LONGEST_STACKS_NANOS, passed)));
        }
        if (tasks.isEmpty()) {
            return IDLE_MILLIS;
        }
        List<RunningTask> waiting = tasks.stream().filter(RunningTask::waits).toList();
        if (!waiting.isEmpty()) {
            findSenders();
            if (senders.isPresent()) {
                attribute(waiting, senders.get().now(), since);
            }
        }
        return LOOK_MILLIS;
    }

    private void findSenders() throws ReflectiveOperationException {
        if (lookedFor || SparkEnv.get() == null) {
            return;
        }
        try {
            senders = AwaitedSenders.of(SparkEnv.get().blockManager().blockStoreClient());
            lookedFor = senders.isPresent();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            lookedFor = true; // this Spark has not what is looked at, and never will
            throw e;
        }
    }

    private void attribute(List<RunningTask> waiting, Set<String> awaited, long nanos) {
        String own = host.get().orElse("");
        for (RunningTask task : waiting) {
            for (String sender : awaited) {
                task.reading()
                        .sources()
                        .of(new SourceName(SourceReads.SHUFFLE, sender, sender.equals(own)))
                        .gave(0, nanos / awaited.size());
            }
        }
    }

    /** Tells what has been seen since. */
    synchronized void report(List<NicAllowance> allowances) throws IOException {
        long lost = EndedReads.lost();
        long failures = EndedReads.failures();
        long blocks = AvoidedHosts.blocksRead();
        long files = AvoidedHosts.filesWritten();
        List<NicAllowance> exceeded = allowances;
        SeenReport report;
        do {
            report = new SeenReport(
                    driver.executorID(),
                    EndedReads.take(SeenReport.MOST_TASKS),
                    lost - toldLost,
                    failures - toldFailures,
                    blocks - toldBlocks,
                    files - toldFiles,
                    exceeded);
            if (!report.isEmpty()) {
                driver.send(new byte[][] {Encoding.CBOR.write(report)});
            }
            toldLost = lost;
            toldFailures = failures;
            toldBlocks = blocks;
            toldFiles = files;
            exceeded = List.of();
        } while (report.tasks().size() == SeenReport.MOST_TASKS);
    }
}
