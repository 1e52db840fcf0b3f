// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CpuMeterTest {
    @Test
    void aBusyLoopIsSeen() {
        try (CpuMeter meter = CpuMeter.start()) {
            long end = System.nanoTime() + 300_000_000;
            long spins = 0;
            while (System.nanoTime() < end) {
                spins++;
            }
            assertThat(spins).isPositive();
            assertThat(meter.busyShare(0.3))
                    .isGreaterThan(0.1 / Runtime.getRuntime().availableProcessors());
        }
    }
}
