// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.Options;
import org.junit.jupiter.api.Test;

class PrefetchSettingsTest {
    private static PrefetchSettings settings(Map<String, String> conf) {
        return PrefetchSettings.from(new Options("spark.fairlead.", conf.entrySet()));
    }

    @Test
    void itIsOffAndItsMemoryATwentiethOfTheExecutors() {
        PrefetchSettings settings = settings(Map.of());

        assertThat(settings.mode()).isEqualTo(Mode.OFF);
        assertThat(settings.objects()).isFalse();
        assertThat(settings.objectPartBytes()).isEqualTo(8L << 20);
        assertThat(settings.memoryBytes(1L << 30)).isEqualTo((1L << 30) / 20);
        assertThat(settings.memoryBytes(64L << 30)).isEqualTo(256L << 20);
    }

    @Test
    void executorsAreToldWhatWasConfigured() {
        PrefetchSettings settings = settings(Map.of(
                "spark.fairlead.prefetch.mode", "canary",
                "spark.fairlead.prefetch.memory", "2GiB",
                "spark.fairlead.prefetch.objects", "true",
                "spark.fairlead.prefetch.objects.part", "200KiB",
                "spark.fairlead.fault.prefetch", "slow:20ms"));

        assertThat(settings.objects()).isTrue();
        PrefetchSettings sent =
                PrefetchSettings.fromDriver(settings.toExecutors()).orElseThrow();

        assertThat(sent.memoryBytes(0)).isEqualTo(2L << 30);
        assertThat(sent.objectPartBytes()).as("whole chunks").isEqualTo(192L << 10);
        assertThat(sent.fault()).isEqualTo(settings.fault());
        assertThat(PrefetchSettings.fromDriver(Map.of("interval-millis", "1000")))
                .isEmpty();
    }

    @Test
    void aPartIsAChunkAtLeast() {
        assertThatThrownBy(() -> settings(Map.of("spark.fairlead.prefetch.objects.part", "1KiB")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spark.fairlead.prefetch.objects.part")
                .hasMessageContaining("64KiB to 1GiB");
    }
}
