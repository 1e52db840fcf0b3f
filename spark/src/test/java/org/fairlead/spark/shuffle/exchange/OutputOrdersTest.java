// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.CopyOrder;
import org.fairlead.spark.shuffle.ShuffleMessages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutputOrdersTest {
    private static final ModeInForce ENFORCE = new ModeInForce(Mode.ENFORCE, 0.5);

    private final Map<String, String> hosts = Map.of("1", "h1", "2", "h1", "3", "h2");
    private final CopyExecutors executors = new CopyExecutors(TimeSource.SYSTEM);
    private final List<String> told = new ArrayList<>();
    private double pace = 1e6;
    private boolean readHostsDisks = true;
    private final CopyRecords records = new CopyRecords();
    private final CopyOrders orders = new CopyOrders(executor -> pace, refused -> {});
    private final OutputOrders outputs = new OutputOrders(executors, orders, records, () -> readHostsDisks);
    private final MapStageOutput stage = new MapStageOutput(3, 8, 0);

    /** Each executor has a partition. */
    @BeforeEach
    void begin() {
        hosts.forEach((executor, host) -> {
            executors.added(executor, 1);
            executors.joined(new CopyOrder.Source(host, 7000, executor), new long[CopyCount.number()]);
            orders.joined(executor, message -> {
                told.add(executor);
                return CompletableFuture.completedFuture(ShuffleMessages.number(1));
            });
        });
        records.begun(3, 8);
        stage.copyTo(new String[] {"1", "2", "3"}, hosts);
    }

    private void wroteInFirst() {
        outputs.copy(stage, new MapStageOutput.Output("1", 10, new long[] {8000, 8000, 8000}), ENFORCE);
    }

    private long planned() {
        return records.report(Mode.ENFORCE, Map.of()).shuffles().get(0).count("bytes.planned");
    }

    @Test
    void whatSparkReadsFromTheDisksOfItsHostIsNotCopied() {
        wroteInFirst();

        assertThat(told).containsExactly("3");
        assertThat(stage.hostOfCopy(10, 1)).isEmpty();
        assertThat(stage.hostOfCopy(10, 2)).isEqualTo("h2");
        assertThat(planned()).isEqualTo(8000);
    }

    @Test
    void whereItDoesNotExecutorsOfOneHostCopyFromEachOther() {
        readHostsDisks = false;
        wroteInFirst();

        assertThat(told).containsExactlyInAnyOrder("2", "3");
        assertThat(planned()).isEqualTo(16_000);
    }

    @Test
    void blocksThatReceiversDoNotTakeAreNotOrdered() {
        long tooLarge = EarlyCopies.MOST_BLOCK_BYTES + 1;
        outputs.copy(stage, new MapStageOutput.Output("1", 10, new long[] {8000, 8000, tooLarge}), ENFORCE);

        assertThat(told).isEmpty();
        assertThat(stage.copiedBytes(0, 3)).isEmpty();
        assertThat(planned()).isZero();
    }

    @Test
    void whatNobodyIsToldOfIsNotCopied() {
        pace = 0;
        wroteInFirst();

        assertThat(told).isEmpty();
        assertThat(stage.hostOfCopy(10, 2)).isEmpty();
        assertThat(stage.copiedBytes(0, 3)).isEmpty();
        assertThat(planned()).isZero();
    }
}
