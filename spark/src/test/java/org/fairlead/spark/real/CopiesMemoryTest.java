// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.shuffle.CopyCount;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory that copies of map output take in executors of a real Spark, beside the same job without them. Prints what was most, as a line of JSON. */
@Tag("long")
@Timeout(600)
class CopiesMemoryTest {
    private static final int CAP_BYTES = 8 << 20;
    /** Beside the cap: what is on its way, and what is known of copies. */
    private static final int BESIDE_BYTES = 16 << 20;
    /** Of 128 characters each, which compress little: eight times the cap. An executor reads a quarter of it from the other. */
    private static final int ROWS = 512_000;

    private static final int ROUNDS = 3;
    private static final String MAPS = "maps";
    private static final String READS = "reads";

    private static TwoHosts cluster;

    private record Measured(long copiedBytes, long creditsRefused, Map<String, ExecutorMemory.Most> most) {}

    @BeforeAll
    static void start() {
        cluster = new TwoHosts();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void slowLinks() {
        CopiedJob.Asked.linkBytesPerSecond = CopiedJob.LINK_BYTES_PER_SECOND;
    }

    @Test
    void copiesTakeTheCapAndLittleMore() throws Exception {
        long answer = CopiedJob.answer(ROWS);
        CopiedJob.Asked.linkBytesPerSecond = 10 * CopiedJob.LINK_BYTES_PER_SECOND;

        Measured without = measured("off", answer);
        Measured with = measured("enforce", answer);

        Map<String, Object> line = new LinkedHashMap<>();
        line.put("cap_bytes", CAP_BYTES);
        line.put("without", without);
        line.put("with", with);
        System.out.println(new String(Encoding.JSON.write(line), StandardCharsets.UTF_8));
        assertThat(with.copiedBytes()).isPositive();
        assertThat(with.most().get(MAPS).heldBytes()).isPositive();
        for (String by : List.of(MAPS, READS)) {
            ExecutorMemory.Most most = with.most().get(by);
            ExecutorMemory.Most usual = without.most().get(by);
            assertThat(usual.heldBytes()).as(by).isZero();
            assertThat(most.heldBytes()).as(by).isLessThanOrEqualTo(CAP_BYTES);
            assertIsLittle("storage, " + by, most.storageBytes() - usual.storageBytes());
            assertIsLittle("live heap, " + by, most.liveHeapBytes() - usual.liveHeapBytes());
            assertIsLittle("native memory, " + by, most.nativeBytes() - usual.nativeBytes());
        }
    }

    private static void assertIsLittle(String what, long moreBytes) {
        assertThat(moreBytes).as(what).isLessThanOrEqualTo(CAP_BYTES + BESIDE_BYTES);
    }

    /** Of executors that have run nothing else; with copies, until these would have taken more than the cap. */
    private static Measured measured(String mode, long answer) throws IOException {
        SparkConf conf = CopiedJob.conf(cluster)
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.shuffle.mode", mode)
                .set("spark.fairlead.shuffle.memory", "8MiB")
                .set("spark.io.compression.codec", "lz4");
        try (SparkSession spark = SmallSpark.session(conf)) {
            soon(
                    "both executors run",
                    () -> spark.sparkContext().getExecutorIds().size() == 2);
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(run(spark)).isEqualTo(answer);
            }
            if (!mode.equals("off")) {
                soon(
                        "copies would take more than the cap",
                        () -> run(spark) == answer && count(CopyCount.CREDITS_REFUSED) > 0);
            }
            Map<String, ExecutorMemory.Most> most = ExecutorMemory.most(spark.sparkContext());
            return new Measured(count(CopyCount.BYTES_COPIED), count(CopyCount.CREDITS_REFUSED), most);
        }
    }

    private static long run(SparkSession spark) {
        return CopiedJob.run(spark, ROWS, ExecutorMemory.lookedAt(MAPS), ExecutorMemory.lookedAt(READS));
    }

    /** 0 where nothing is copied. */
    private static long count(CopyCount what) {
        return CopiedJob.Asked.driver.copies().map(copies -> copies.count(what)).orElse(0L);
    }
}
