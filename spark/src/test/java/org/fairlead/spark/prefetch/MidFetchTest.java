// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.read.ReadingWay;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** DataNodes that give 4 MB a second: what happens to a block of 8 MiB while it arrives. */
@Tag("long")
@Timeout(300)
class MidFetchTest {
    private static final int BLOCK = 8 << 20;
    private static final byte[] CONTENT = content(BLOCK, 1);
    private static final Path FILE = new Path("/file");

    @RegisterExtension
    private static final SmallHdfs hdfs = SmallHdfs.builder()
            .set("dfs.blocksize", "" + BLOCK)
            .set("dfs.datanode.data.read.bandwidthPerSec", "4000000")
            .file("/file", CONTENT)
            .shared();

    @AutoClose
    private FetchingExecutor executor;

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

    private ExtentRequest request;

    @BeforeEach
    void arrive() throws Exception {
        executor = hdfs.executor().time(time).start();
        request = hdfs.requests("/file", "h2").get(0);
        executor.store().request(request);
        executor.soon(() -> executor.count(PrefetchCount.BYTES_FETCHED) > 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"IN_ORDER", "BY_POSITION", "BY_RANGES"})
    void whoReadsWhileItArrivesJoins(ReadingWay way) throws Exception {
        assertThat(executor.store().request(request)).isEqualTo(State.ARRIVING);

        way.read(executor.files(), FILE, CONTENT);

        assertThat(executor.count(PrefetchCount.BYTES_READ)).isEqualTo(BLOCK);
        assertThat(executor.count(PrefetchCount.BYTES_BESIDE)).isZero();
    }

    @Test
    void whenTheSourceDiesTheRestComesFromAnother() throws Exception {
        MiniDFSCluster.DataNodeProperties stopped = hdfs.daemons().stopDataNode(1);
        try {
            ReadingWay.IN_ORDER.read(executor.files(), FILE, CONTENT);
            ReadingWay.BY_POSITION.read(executor.files(), FILE, CONTENT);

            executor.soon(() -> executor.store().usedBytes() == 0);
            assertThat(executor.count(PrefetchCount.FETCHES_FAILED)).isPositive();
        } finally {
            hdfs.daemons().restartDataNode(stopped, true);
            hdfs.daemons().waitActive();
        }
    }

    /** Its orders stand, since it says nothing more: neither that the task begins nor that it is not wanted. */
    @Test
    void whenTheDriverHangsTransfersEndAndMemoryIsGivenBack() throws Exception {
        executor.store().forget();
        assertThat(executor.store().usedBytes()).as("it is wanted yet").isPositive();

        skippedNanos.set(Duration.ofMinutes(2).toNanos());
        executor.store().forget();

        soon("its memory is free", () -> executor.store().usedBytes() == 0);
        long fetched = executor.count(PrefetchCount.BYTES_FETCHED);
        assertThat(fetched).isLessThan(BLOCK);
        assertThat(executor.count(PrefetchCount.BYTES_WASTED)).isEqualTo(fetched);
        ReadingWay.IN_ORDER.read(executor.files(), FILE, CONTENT);
        assertThat(executor.count(PrefetchCount.HITS)).isZero();
        assertThat(executor.count(PrefetchCount.BYTES_FETCHED))
                .as("nothing more has come")
                .isEqualTo(fetched);
        assertThat(executor.count(PrefetchCount.FETCHES_FAILED)).isZero();
    }

    @Test
    void itComesAtItsQuotaUntilItsTaskBegins() throws Exception {
        stoppedNanos.set(Optional.of(time.nanoTime())); // so the quota does not end
        executor.store().again(request.withQuota(1));
        Thread.sleep(3000); // without a quota all would have come by then
        assertThat(executor.count(PrefetchCount.BYTES_FETCHED)).isLessThan(BLOCK);

        executor.store().launched(request);

        soon("all has come", () -> executor.count(PrefetchCount.BYTES_FETCHED) == BLOCK);
    }

    @Test
    void whoeverListensHearsWhenAllHasCome() throws Exception {
        List<Long> heard = new CopyOnWriteArrayList<>();
        executor.store().onArrival(heard::add);

        soon("it is told", () -> !heard.isEmpty());

        assertThat(heard).containsExactly(request.id());
        assertThat(executor.store().request(request)).isEqualTo(State.HELD);
    }

    @Test
    void whatIsCancelledNoLongerArrives() throws Exception {
        executor.store().cancel(request);

        soon("its memory is free", () -> executor.store().usedBytes() == 0);
        assertThat(executor.count(PrefetchCount.BYTES_CANCELLED)).isEqualTo(BLOCK);
        assertThat(executor.count(PrefetchCount.BYTES_FETCHED)).isLessThan(BLOCK);
        assertThat(executor.count(PrefetchCount.FETCHES_FAILED)).isZero();
        ReadingWay.IN_ORDER.read(executor.files(), FILE, CONTENT);
        assertThat(executor.count(PrefetchCount.HITS)).isZero();
    }
}
