package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fairlead.testbed.experiment.CpuMeter.Ticks;
import org.junit.jupiter.api.Test;

final class CpuMeterTest {
    @Test
    void waitingForDisksIsIdleAndStolenTimeIsBusy() {
        //                    user nice system idle iowait irq softirq steal guest guest_nice
        Ticks before = Ticks.of("cpu  100 0 100 1000 100 0 0 0 50 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
        Ticks after = Ticks.of("cpu  130 0 110 1040 110 0 5 5 60 0\n");

        assertThat(CpuMeter.share(before, after)).isEqualTo(0.5, within(1e-12));
        assertThat(CpuMeter.share(before, before)).isZero();
    }

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
