// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.executor.TempShuffleReadMetrics;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TaskReadingTest {
    private final HandDrivenTime time = new HandDrivenTime();
    private final TaskContextImpl task = TaskContext$.MODULE$.empty();
    private final TaskReading reading = TaskReading.begin(time);

    @BeforeEach
    void nothingIsLeftOfOthers() {
        EndedReads.take(Integer.MAX_VALUE);
    }

    private static SourceName executors(String host) {
        return new SourceName(SourceReads.SHUFFLE, host, false);
    }

    private void fetched(long bytes, long waitedMillis) {
        TempShuffleReadMetrics shuffle = task.taskMetrics().createTempShuffleReadMetrics();
        shuffle.incRemoteBytesRead(bytes);
        shuffle.incFetchWaitTime(waitedMillis);
    }

    @Test
    void theTimeThatATaskWaitedIsDividedAmongThoseWhomItWasSeenToWaitFor() {
        fetched(9000, 2000);
        reading.sources().of(executors("h1")).gave(0, 100_000_000);
        reading.sources().of(executors("h2")).gave(0, 300_000_000);
        time.pass(Duration.ofSeconds(5));

        TaskReads reads = reading.end(task);

        assertThat(reads.seconds()).isEqualTo(5);
        assertThat(reads.shuffleBytes()).isEqualTo(9000);
        assertThat(reads.sources())
                .containsExactlyInAnyOrder(
                        new SourceReads(SourceReads.SHUFFLE, "h1", false, 0, 0.5, 0),
                        new SourceReads(SourceReads.SHUFFLE, "h2", false, 0, 1.5, 0));
    }

    @Test
    void whereNobodyWasSeenTheSumIsKnown() {
        fetched(9000, 20);

        assertThat(reading.end(task).sources())
                .containsExactly(new SourceReads(SourceReads.SHUFFLE, "", false, 9000, 0.02, 0));
    }

    @Test
    void whoSendsABroadcastVariableSendsNoMapOutput() {
        reading.sources().of(executors("h1")).gave(0, 100_000_000);

        assertThat(reading.end(task).sources()).isEmpty();
    }

    @Test
    void sourcesAreBoundedAndNothingIsLost() {
        for (int host = 0; host < 1000; host++) {
            SourceTally tally = reading.sources().of(new SourceName(SourceReads.HDFS, "h" + host, false));
            tally.asked();
            tally.gave(10, 1000);
        }

        List<SourceReads> sources = reading.end(task).sources();

        assertThat(sources).hasSize(TaskReads.MOST_SOURCES + 1);
        assertThat(sources.stream().mapToLong(SourceReads::bytes).sum()).isEqualTo(10_000);
    }

    @Test
    void whichFileSystemATaskReadsFromIsSeenByItsStack() {
        StackTraceElement[] s3 = {
            frame("java.net.SocketInputStream", "socketRead0"),
            frame("org.apache.hadoop.fs.s3a.S3AInputStream", "read"),
            frame("org.apache.hadoop.fs.FSDataInputStream", "read")
        };
        StackTraceElement[] opens = {frame("org.apache.hadoop.fs.s3a.S3AFileSystem", "open")};

        assertThat(ReadingFrames.scheme(s3)).contains("s3a");
        assertThat(ReadingFrames.scheme(opens)).isEmpty();
        assertThat(ReadingFrames.scheme(new StackTraceElement[] {
                    frame("org.apache.hadoop.fs.RawLocalFileSystem$LocalFSFileInputStream", "read")
                }))
                .contains("file");
        assertThat(ReadingFrames.scheme(new StackTraceElement[0])).isEmpty();
    }

    @Test
    void whatIsSeenByTheStackIsApartFromWhatIsCountedWithoutAName() {
        SourceTally memory = reading.sources().of(new SourceName(SourceReads.HDFS, "", false));
        memory.asked();
        memory.gave(10, 1000);
        reading.look(
                new StackTraceElement[] {frame("org.apache.hadoop.hdfs.client.impl.BlockReaderLocal", "read")},
                250_000_000);

        assertThat(reading.end(task).sources())
                .containsExactly(new SourceReads(SourceReads.HDFS, "", false, 10, 1e-6, 1));
    }

    private static StackTraceElement frame(String type, String method) {
        return new StackTraceElement(type, method, null, -1);
    }

    @Test
    void whatFailsIsCountedAndNeverThrown() {
        long failures = EndedReads.failures();

        EndedReads.ended(reading, null);

        assertThat(EndedReads.failures()).isEqualTo(failures + 1);
        assertThat(EndedReads.take(10)).isEmpty();
    }

    @Test
    void ofTooManyTasksThatNobodyAskedForTheNewestAreLostAndCounted() {
        long lost = EndedReads.lost();
        SourceTally tally = reading.sources().of(new SourceName(SourceReads.HDFS, "h1", false));
        tally.asked();
        tally.gave(10, 1000);
        for (int i = 0; i < 10_005; i++) {
            EndedReads.ended(reading, task);
        }

        assertThat(EndedReads.lost()).isEqualTo(lost + 5);
        assertThat(EndedReads.take(Integer.MAX_VALUE)).hasSize(10_000);
    }
}
