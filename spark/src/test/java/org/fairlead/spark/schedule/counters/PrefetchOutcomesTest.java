// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;

class PrefetchOutcomesTest {
    private final MetricRegistry registry = new MetricRegistry();
    private final PrefetchOutcomes outcomes = new PrefetchOutcomes();

    private Object gauge(String name) {
        return registry.getGauges().get(name).getValue();
    }

    @Test
    void byHowMuchPredictionsWereWrongIsAMetric() {
        outcomes.register(registry);
        assertThat(gauge("prefetch.end.median_error")).isEqualTo(Double.NaN);

        outcomes.ends(() -> 0.25);
        outcomes.launched(10, 19, 20);

        assertThat(gauge("prefetch.end.median_error")).isEqualTo(0.25);
        assertThat(gauge("prefetch.launch.median_error")).isEqualTo(0.1);
    }
}
