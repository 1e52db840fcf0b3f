// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class ProcessorTimeTest {
    @Test
    void waitingForDisksIsIdleAndStolenTimeIsBusy() {
        //                                    user nice system idle iowait irq softirq steal guest guest_nice
        ProcessorTime before = ProcessorTime.of("cpu  100 0 100 1000 100 0 0 0 50 0");
        ProcessorTime after = ProcessorTime.of("cpu  130 0 110 1040 110 0 5 5 60 0");

        assertThat(after.busyShareSince(before)).isEqualTo(0.5, within(1e-12));
        assertThat(before.busyShareSince(before)).isZero();
    }
}
