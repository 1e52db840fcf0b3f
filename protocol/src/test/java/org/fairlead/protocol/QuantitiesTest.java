// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class QuantitiesTest {
    @Test
    void bitsBytesAndPrefixes() {
        assertThat(Quantities.bytesPerSecond("100mbit")).isEqualTo(12.5e6);
        assertThat(Quantities.bytesPerSecond("1.5 MB/s")).isEqualTo(1.5e6);
        assertThat(Quantities.bytes("8MiB")).isEqualTo(8 << 20);
        assertThat(Quantities.bytes("64MB")).isEqualTo(64_000_000);
        assertThat(Quantities.duration("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Quantities.duration("2")).isEqualTo(Duration.ofSeconds(2));
        assertThat(Quantities.rateText(12.5e6)).isEqualTo("100mbit");
        assertThat(Quantities.rateText(1.25e9)).isEqualTo("10gbit");
    }

    @Property
    void aBareRateIsTheDoubleThatWasWritten(@ForAll @DoubleRange(min = 0.01, max = 1e15) double rate) {
        assertThat(Quantities.bytesPerSecond(Double.toString(rate))).isEqualTo(rate);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-1", "NaN", "Infinity", "1e999", "100 mbits", "0", "1,5mbit"})
    void anythingElseIsRefusedWithWhatIsAccepted(String text) {
        assertThatThrownBy(() -> Quantities.bytesPerSecond(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
