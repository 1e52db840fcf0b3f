// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.prefetch.SmallHdfs.content;
import static org.fairlead.spark.prefetch.SmallHdfs.count;
import static org.fairlead.spark.prefetch.SmallHdfs.soon;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.read.ReadingWay;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** DataNodes that give 4 MB a second: what happens to a block of 8 MiB while it arrives. */
@Timeout(300)
class MidFetchTest {
    private static final int BLOCK = 8 << 20;
    private static final byte[] CONTENT = content(BLOCK, 1);
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

    @TempDir
    private static Path directory;

    private static SmallHdfs hdfs;

    private ExecutorStore store;
    /** By how much the store's clock is ahead. */
    private final AtomicLong skippedNanos = new AtomicLong();

    /** Where it stands still. */
    private final AtomicReference<Optional<Long>> stoppedNanos = new AtomicReference<>(Optional.empty());

    private final TimeSource time = new TimeSource() {
        @Override
        public long nanoTime() {
            return stoppedNanos.get().orElseGet(() -> TimeSource.SYSTEM.nanoTime() + skippedNanos.get());
        }

        @Override
        public long currentTimeMillis() {
            return TimeSource.SYSTEM.currentTimeMillis();
        }
    };

    private FileSystem files;
    private ExtentRequest request;

    @BeforeAll
    static void start() throws Exception {
        Configuration conf = new Configuration(false);
        conf.setLong("small.blocksize", BLOCK);
        conf.setLong("dfs.datanode.data.read.bandwidthPerSec", 4_000_000);
        hdfs = SmallHdfs.start(directory, conf);
        hdfs.write("/file", CONTENT);
    }

    @AfterAll
    static void stop() {
        hdfs.close();
    }

    @BeforeEach
    void arrive() throws Exception {
        PrefetchSettings settings = new PrefetchSettings(Mode.ENFORCE, Optional.of(64L << 20), "none");
        store = ExecutorStore.start(settings, 0, hdfs.conf(), time);
        files = hdfs.ofTasks();
        request = hdfs.requests("/file", "h2").get(0);
        store.request(request);
        soon("a part has come", () -> count(store, PrefetchCount.BYTES_FETCHED) > 0);
    }

    @AfterEach
    void end() throws Exception {
        files.close();
        store.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"IN_ORDER", "BY_POSITION", "BY_RANGES"})
    void whoReadsWhileItArrivesJoins(ReadingWay way) throws Exception {
        assertThat(store.request(request)).isEqualTo(State.ARRIVING);

        way.read(files, FILE, CONTENT);

        assertThat(count(store, PrefetchCount.BYTES_READ)).isEqualTo(BLOCK);
        assertThat(count(store, PrefetchCount.BYTES_BESIDE)).isZero();
    }

    @Test
    void whenTheSourceDiesTheRestComesFromAnother() throws Exception {
        MiniDFSCluster.DataNodeProperties stopped = hdfs.daemons().stopDataNode(1);
        try {
            ReadingWay.IN_ORDER.read(files, FILE, CONTENT);
            ReadingWay.BY_POSITION.read(files, FILE, CONTENT);

            soon(SmallHdfs.counts(store), () -> store.usedBytes() == 0);
            assertThat(count(store, PrefetchCount.FETCHES_FAILED)).isPositive();
        } finally {
            hdfs.daemons().restartDataNode(stopped, true);
            hdfs.daemons().waitActive();
        }
    }

    /** Its orders stand, since it says nothing more: neither that the task begins nor that it is not wanted. */
    @Test
    void whenTheDriverHangsTransfersEndAndMemoryIsGivenBack() throws Exception {
        store.forget();
        assertThat(store.usedBytes()).as("it is wanted yet").isPositive();

        skippedNanos.set(Duration.ofMinutes(2).toNanos());
        store.forget();

        soon("its memory is free", () -> store.usedBytes() == 0);
        long fetched = count(store, PrefetchCount.BYTES_FETCHED);
        assertThat(fetched).isLessThan(BLOCK);
        assertThat(count(store, PrefetchCount.BYTES_WASTED)).isEqualTo(fetched);
        ReadingWay.IN_ORDER.read(files, FILE, CONTENT);
        assertThat(count(store, PrefetchCount.HITS)).isZero();
        assertThat(count(store, PrefetchCount.BYTES_FETCHED))
                .as("nothing more has come")
                .isEqualTo(fetched);
        assertThat(count(store, PrefetchCount.FETCHES_FAILED)).isZero();
    }

    @Test
    void itComesAtItsQuotaUntilItsTaskBegins() throws Exception {
        stoppedNanos.set(Optional.of(time.nanoTime())); // so the quota does not end
        store.again(request.withQuota(1));
        Thread.sleep(3000); // without a quota all would have come by then
        assertThat(count(store, PrefetchCount.BYTES_FETCHED)).isLessThan(BLOCK);

        store.launched(request);

        soon("all has come", () -> count(store, PrefetchCount.BYTES_FETCHED) == BLOCK);
    }

    @Test
    void whoeverListensHearsWhenAllHasCome() throws Exception {
        List<Long> heard = new CopyOnWriteArrayList<>();
        store.onArrival(heard::add);

        soon("it is told", () -> !heard.isEmpty());

        assertThat(heard).containsExactly(request.id());
        assertThat(store.request(request)).isEqualTo(State.HELD);
    }

    @Test
    void whatIsCancelledNoLongerArrives() throws Exception {
        store.cancel(request);

        soon("its memory is free", () -> store.usedBytes() == 0);
        assertThat(count(store, PrefetchCount.BYTES_CANCELLED)).isEqualTo(BLOCK);
        assertThat(count(store, PrefetchCount.BYTES_FETCHED)).isLessThan(BLOCK);
        assertThat(count(store, PrefetchCount.FETCHES_FAILED)).isZero();
        ReadingWay.IN_ORDER.read(files, FILE, CONTENT);
        assertThat(count(store, PrefetchCount.HITS)).isZero();
    }
}
