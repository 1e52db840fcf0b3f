// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.executor.TempShuffleReadMetrics;
import org.apache.spark.resource.ResourceInformation;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.MissingCounters;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.source.SourceName;
import org.fairlead.spark.source.SourceTally;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An executor's end, with a driver of the test's. */
class ExecutorStatusTest {
    private final ConcurrentLinkedQueue<ExecutorReport> reports = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<long[]> progress = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<byte[]> seen = new ConcurrentLinkedQueue<>();
    private volatile ReportInstruction answer = new ReportInstruction(MissingCounters.NONE, 5);
    private volatile boolean deaf;
    private volatile Optional<String> host = Optional.empty();

    private final PluginContext driver = new PluginContext() {
        @Override
        public MetricRegistry metricRegistry() {
            return new MetricRegistry();
        }

        @Override
        public SparkConf conf() {
            return new SparkConf(false);
        }

        @Override
        public String executorID() {
            return "3";
        }

        @Override
        public String hostname() {
            throw new IllegalStateException("as in an executor of Spark 4.2");
        }

        @Override
        public Map<String, ResourceInformation> resources() {
            return Map.of();
        }

        @Override
        public void send(Object message) {
            if (message instanceof byte[][] told) {
                seen.addAll(List.of(told));
            } else {
                progress.add((long[]) message);
            }
        }

        @Override
        public Object ask(Object message) throws Exception {
            if (deaf) {
                throw new IOException("no driver");
            }
            reports.add(Encoding.CBOR.read((byte[]) message, ExecutorReport.class));
            return Encoding.CBOR.write(answer);
        }
    };

    @AfterEach
    void noTask() {
        TaskThread.leave();
    }

    @Test
    void itsHostIsCountedWhileTheDriverWantsIt() throws Exception {
        try (ExecutorStatus status = ExecutorStatus.start(driver, () -> host, 5, 5, TimeSource.SYSTEM)) {
            Thread.sleep(20);
            assertThat(reports).as("while its host is not known").isEmpty();
            host = Optional.of("h1");
            soon("it reports", () -> reports.size() > 2);
            assertThat(reports).allMatch(report -> report.samples().isEmpty());
            assertThat(reports.peek().executor()).isEqualTo("3");
            assertThat(reports.peek().host()).isEqualTo("h1");
            answer = new ReportInstruction(MissingCounters.DISKS, 5);
            soon(
                    "it counts",
                    () -> reports.stream()
                                    .filter(report -> !report.samples().isEmpty())
                                    .count()
                            > 2);
            assertThat(reports)
                    .flatExtracting(ExecutorReport::samples)
                    .as("somebody else counts links")
                    .allMatch(sample -> sample.nics().isEmpty());
            deaf = true;
            Thread.sleep(20);
            deaf = false;
            answer = new ReportInstruction(MissingCounters.NONE, 5);
            reports.clear();
            soon("it goes on", () -> reports.size() > 3);
            assertThat(List.copyOf(reports).get(3).samples()).isEmpty();
            assertThat(status).isNotNull();
        }
    }

    @Test
    void whatItsTasksHaveReadIsToldWhileTheyRun() throws Exception {
        TaskThread.enter(new Properties());
        try (ExecutorStatus status = ExecutorStatus.start(driver, () -> host, 5, 5, TimeSource.SYSTEM)) {
            status.taskStarted();
            AtomicLong stream = new AtomicLong(40);
            RunningTasks.current().orElseThrow().reads(stream::get);
            soon("40 bytes are told", () -> tells(40, 0));
            stream.set(70);
            soon("70 are", () -> tells(70, 0));
            TaskContext.get().taskMetrics().inputMetrics().incBytesRead(100);
            soon("100 are", () -> tells(100, 0));
            TempShuffleReadMetrics reader = TaskContext.get().taskMetrics().createTempShuffleReadMetrics();
            reader.incRemoteBytesRead(7);
            reader.incLocalBytesRead(2);
            soon("what it received is told", () -> tells(100, 9));
            TaskThread.leave();
            Thread.sleep(50); // the turn that may have seen it is over
            progress.clear();
            Thread.sleep(50);
            assertThat(progress).as("told of a task that has ended").isEmpty();
        }
    }

    @Test
    void whetherATaskWaitsForAnotherThreadIsTold() throws Exception {
        CountDownLatch blocks = new CountDownLatch(1);
        try (ExecutorStatus status = ExecutorStatus.start(driver, () -> host, 5, 5, TimeSource.SYSTEM)) {
            Thread task = new Thread(() -> {
                TaskThread.enter(new Properties());
                status.taskStarted();
                try {
                    blocks.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                TaskThread.leave();
            });
            task.start();
            soon("it waits", () -> waits(1));
            progress.clear();
            blocks.countDown();
            soon("it does not", () -> waits(0));
            task.interrupt();
            task.join();
        }
    }

    @Test
    void whatATaskHasReadIsToldWhenItHasEnded() throws Exception {
        EndedReads.take(Integer.MAX_VALUE);
        TaskThread.enter(new Properties());
        try (ExecutorStatus status = ExecutorStatus.start(driver, () -> host, 5, 5, TimeSource.SYSTEM)) {
            status.taskStarted();
            given().gave(1000, 2_000_000_000L);
            TaskThread.leave();
            soon("something is seen", () -> !seen.isEmpty());
        }

        SeenReport report = Encoding.CBOR.read(seen.peek(), SeenReport.class);
        assertThat(report.executor()).isEqualTo("3");
        assertThat(report.tasks()).singleElement().satisfies(task -> assertThat(task.sources())
                .containsExactly(new SourceReads(SourceReads.HDFS, "h7", false, 1000, 2.0, 1)));
    }

    @Test
    void whatTheLastTasksHaveReadIsToldAtTheEnd() throws Exception {
        EndedReads.take(Integer.MAX_VALUE);
        TaskThread.enter(new Properties());
        ExecutorStatus status = ExecutorStatus.start(driver, () -> host, 60_000, 60_000, TimeSource.SYSTEM);
        Thread.sleep(300); // its first turn is over, the second one is far
        status.taskStarted();
        given().gave(1000, 1);
        TaskThread.leave();
        status.close();

        assertThat(seen).hasSize(1);
    }

    private static SourceTally given() {
        SourceTally tally = RunningTasks.current()
                .orElseThrow()
                .reading()
                .sources()
                .of(new SourceName(SourceReads.HDFS, "h7", false));
        tally.asked();
        return tally;
    }

    private boolean waits(long waits) {
        return progress.stream().anyMatch(figures -> figures.length == 4 && figures[3] == waits);
    }

    private boolean tells(long bytesRead, long shuffleBytesRead) {
        return progress.stream()
                .anyMatch(figures -> figures.length == 4 && figures[1] == bytesRead && figures[2] == shuffleBytesRead);
    }
}
