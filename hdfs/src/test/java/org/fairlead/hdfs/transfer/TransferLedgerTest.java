// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;
import org.fairlead.protocol.plugin.CanaryComparison;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransferLedgerTest {
    private static final long BLOCK = 128L << 20;
    private static final long LONGEST_WAIT_NANOS = 10_000_000_000L;

    private final HandDrivenTime time = new HandDrivenTime();
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final Finished model = new Finished();
    private final TransferLedger ledger = new TransferLedger(
            path -> {
                asked.add(path);
                throw new AssertionError("a NameNode's own defect");
            },
            new ExpectedSizes(),
            BLOCK,
            new CanaryComparison(),
            time);

    /** Remembers which reservations were given back. */
    private static final class Finished implements LoadModel {
        private final Queue<Long> finished = new ConcurrentLinkedQueue<>();

        @Override
        public String name() {
            return "finished";
        }

        @Override
        public void observe(ClusterView view, long nowNanos) {}

        @Override
        public long commit(Transfer transfer, long nowNanos) {
            throw new UnsupportedOperationException("reserved already");
        }

        @Override
        public void finish(long transfer, long nowNanos) {
            finished.add(transfer);
        }

        @Override
        public AvailableBandwidth availableBandwidth() {
            throw new UnsupportedOperationException();
        }
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private void begin(String path, long number) {
        ledger.begin(new StartedTransfer(
                path, model, OptionalLong.of(number), new Transfer(List.of(), 1, 1e6), time.nanoTime(), true, false));
    }

    /** Time passes until all have ended. */
    private void awaitEnd(int transfers) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_WAIT_NANOS;
        while (model.finished.size() < transfers && System.nanoTime() < end) {
            time.pass(Duration.ofMillis(100));
            Thread.sleep(10);
        }
    }

    @Test
    void aFileThatCannotBeLookedUpForAnErrorHoldsItsReservationNoLonger() throws Exception {
        begin("/a", 7);
        begin("/b", 8);

        awaitEnd(2);

        assertThat(model.finished).containsExactlyInAnyOrder(7L, 8L);
        assertThat(asked).containsExactlyInAnyOrder("/a", "/b");
        assertThat(ledger.inFlight()).isZero();
    }

    @Test
    void whatIsNoPathOfAFileIsNotLookedUpAndEndsByTime() throws Exception {
        begin("a", 7);

        awaitEnd(1);

        assertThat(model.finished).containsExactly(7L);
        assertThat(asked).isEmpty();
        assertThat(ledger.inFlight()).isZero();
    }
}
