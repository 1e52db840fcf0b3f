// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CanaryComparisonTest {
    @Test
    void theIntervalHoldsTheTrueGain() {
        CanaryComparison comparison = new CanaryComparison();
        Random random = new Random(5);
        for (int i = 0; i < 2000; i++) {
            comparison.add(i % 10 == 0, (i % 10 == 0 ? 1.0 : 2.0) + random.nextGaussian() * 0.1);
        }
        CanaryComparison.Result result = comparison.result();
        assertThat(result.gain()).isCloseTo(0.5, within(0.02));
        assertThat(result.low()).isLessThan(0.5);
        assertThat(result.high()).isGreaterThan(0.5);
    }

    @Test
    void fewSamplesGiveNoInterval() {
        CanaryComparison comparison = new CanaryComparison();
        comparison.add(true, 1);
        comparison.add(false, 2);
        assertThat(comparison.result().low()).isNaN();
    }
}
