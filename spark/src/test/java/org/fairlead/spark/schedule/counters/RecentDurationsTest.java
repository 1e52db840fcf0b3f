// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentDurationsTest {
    private final RecentDurations durations = new RecentDurations();

    @Test
    void nothingIsLateWhileNothingIsKnown() {
        assertThat(durations.isLate(3_600_000)).isFalse();
    }

    @Test
    void aTaskIsLateASecondAfterHalfAsLongAgainAsOthersTook() {
        durations.add(1_800);
        durations.add(2_000);
        durations.add(60_000);

        assertThat(durations.isLate(4_000)).isFalse();
        assertThat(durations.isLate(4_001)).isTrue();
    }

    @Test
    void onlyTheLastOnesCount() {
        for (int task = 0; task < 31; task++) {
            durations.add(60_000);
        }
        assertThat(durations.isLate(10_000)).isFalse();
        for (int task = 0; task < 31; task++) {
            durations.add(2_000);
        }

        assertThat(durations.isLate(10_000)).isTrue();
    }
}
