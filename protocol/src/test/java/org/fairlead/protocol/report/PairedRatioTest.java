// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class PairedRatioTest {
    private static double[] values(double... values) {
        return values;
    }

    private static PairedRatio ratio(double[] firsts, double[] seconds) {
        return PairedRatio.of(firsts, seconds).orElseThrow();
    }

    @Test
    void threePairsByHand() {
        PairedRatio ratio = ratio(values(20, 40, 80), values(10, 20, 20));

        // Logarithms to the base of 2: 1, 1, 2; their mean is 4/3, their standard deviation 1/√3, over √3 that is 1/3.
        assertThat(ratio.n()).isEqualTo(3);
        assertThat(ratio.firstMean()).isCloseTo(140 / 3.0, within(1e-12));
        assertThat(ratio.secondMean()).isCloseTo(50 / 3.0, within(1e-12));
        assertThat(ratio.ratio()).isCloseTo(Math.pow(2, 4 / 3.0), within(1e-11));
        PairedRatio.Interval interval = ratio.interval().orElseThrow();
        assertThat(interval.low()).isCloseTo(Math.pow(2, (4 - 4.3027) / 3), within(1e-9));
        assertThat(interval.high()).isCloseTo(Math.pow(2, (4 + 4.3027) / 3), within(1e-9));
    }

    @Test
    void pairsThatAgreeLeaveNoDoubt() {
        PairedRatio ratio = ratio(values(20, 22, 21), values(10, 11, 10.5));

        assertThat(ratio.ratio()).isEqualTo(2);
        assertThat(ratio.interval()).contains(new PairedRatio.Interval(2, 2));
    }

    @Test
    void twoPairsHaveARatioButNoInterval() {
        PairedRatio ratio = ratio(values(2, 8), values(1, 1));

        assertThat(ratio.ratio()).isEqualTo(4);
        assertThat(ratio.interval()).isEmpty();
    }

    @Test
    void whatIsNotAboveZeroHasNoRatio() {
        assertThat(PairedRatio.of(values(), values())).isEmpty();
        assertThat(PairedRatio.of(values(1, 0), values(1, 1))).isEmpty();
        assertThat(PairedRatio.of(values(1, 1), values(1, Double.NaN))).isEmpty();
        assertThat(PairedRatio.of(values(1, Double.POSITIVE_INFINITY), values(1, 1)))
                .isEmpty();
        assertThatThrownBy(() -> PairedRatio.of(values(1), values(1, 2))).hasMessageContaining("1 values on one side");
    }

    @Property
    void theSidesMayChangePlaces(
            @ForAll @Size(min = 6, max = 24) List<@DoubleRange(min = 0.01, max = 1000) Double> drawn) {
        int n = drawn.size() / 2;
        double[] firsts = drawn.stream().limit(n).mapToDouble(each -> each).toArray();
        double[] seconds =
                drawn.stream().skip(n).limit(n).mapToDouble(each -> each).toArray();
        PairedRatio ratio = ratio(firsts, seconds);
        PairedRatio turned = ratio(seconds, firsts);

        assertThat(ratio.ratio() * turned.ratio()).isCloseTo(1, within(1e-9));
        PairedRatio.Interval interval = ratio.interval().orElseThrow();
        assertThat(ratio.ratio()).isBetween(interval.low(), interval.high());
        assertThat(interval.low() * turned.interval().orElseThrow().high()).isCloseTo(1, within(1e-9));
    }
}
