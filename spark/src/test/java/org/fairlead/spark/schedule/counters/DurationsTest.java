// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class DurationsTest {
    @Property
    void aQuantileIsAtMostAnEighthTooMuch(@ForAll @LongRange(min = 0, max = 1L << 50) long nanos) {
        Durations durations = new Durations();
        durations.add(nanos);
        durations.add(1L << 60);

        assertThat(durations.quantile(0.5)).isBetween(nanos, nanos + nanos / 8 + 1);
        assertThat(durations.longest()).isEqualTo(1L << 60);
    }
}
