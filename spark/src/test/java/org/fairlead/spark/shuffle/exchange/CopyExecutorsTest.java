// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.CopyOrder;
import org.junit.jupiter.api.Test;

class CopyExecutorsTest {
    private static final long SECOND = 1_000_000_000L;

    private long now = SECOND;
    private final CopyExecutors executors = new CopyExecutors(new TimeSource() {
        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public long currentTimeMillis() {
            return now / 1_000_000;
        }
    });

    private static long[] arrived(long bytes) {
        long[] totals = new long[CopyCount.number()];
        totals[List.of(CopyCount.values()).indexOf(CopyCount.BYTES_ARRIVED)] = bytes;
        return totals;
    }

    private double copying() {
        return executors.all().get(0).copyingBytesPerSecond();
    }

    @Test
    void copiesComeAsFastAsTheyDidBetweenTheLastTwoReports() {
        executors.added("1", 4);
        executors.joined(new CopyOrder.Source("h1", 7000, "1"), arrived(500));
        assertThat(copying()).isZero();

        now += 2 * SECOND;
        executors.counted("1", arrived(1500));
        assertThat(copying()).isCloseTo(500, within(1e-9));

        now += SECOND;
        executors.counted("1", arrived(1700));
        assertThat(copying()).isCloseTo(200, within(1e-9));
    }

    /** An executor reports at once that a shuffle was read. */
    @Test
    void aReportSoonAfterAnotherDoesNotSayHowFastCopiesCome() {
        executors.added("1", 4);
        executors.joined(new CopyOrder.Source("h1", 7000, "1"), arrived(0));
        now += SECOND;
        executors.counted("1", arrived(1000));

        now += SECOND / 1000;
        executors.counted("1", arrived(2000));
        assertThat(copying()).isCloseTo(1000, within(1e-9));

        now += SECOND - SECOND / 1000;
        executors.counted("1", arrived(2500));
        assertThat(copying()).isCloseTo(1500, within(1e-9));
    }

    @Test
    void whoSaysNothingAnyMoreReceivesNothing() {
        executors.added("1", 4);
        executors.joined(new CopyOrder.Source("h1", 7000, "1"), arrived(0));
        now += SECOND;
        executors.counted("1", arrived(1500));

        now += 3 * SECOND;

        assertThat(copying()).isZero();
    }
}
