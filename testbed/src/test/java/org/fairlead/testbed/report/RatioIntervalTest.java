// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.fairlead.protocol.report.Student;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatioIntervalTest {
    @Property(tries = 50)
    void equalSidesGiveExactlyOne(
            @ForAll @Size(min = 3, max = 20) List<@DoubleRange(min = 0.01, max = 1e9) Double> values) {
        assertThat(RatioInterval.of(values, values, 1, 500)).contains(new RatioInterval(1, 1));
    }

    @Property(tries = 50)
    void unitsDoNotMatter(
            @ForAll @Size(5) List<@DoubleRange(min = 1, max = 9) Double> baseline,
            @ForAll @Size(5) List<@DoubleRange(min = 1, max = 9) Double> contender,
            @ForAll @DoubleRange(min = 0.01, max = 1000) double scale) {
        RatioInterval plain = RatioInterval.of(baseline, contender, 3, 500).orElseThrow();
        RatioInterval scaled = RatioInterval.of(
                        baseline.stream().map(v -> v * scale).toList(),
                        contender.stream().map(v -> v * scale).toList(),
                        3,
                        500)
                .orElseThrow();
        assertThat(scaled.low()).isCloseTo(plain.low(), within(1e-9 * plain.low()));
        assertThat(scaled.high()).isCloseTo(plain.high(), within(1e-9 * plain.high()));
    }

    @Property(tries = 50)
    void theObservedRatioLiesInside(
            @ForAll @Size(min = 3, max = 12) List<@DoubleRange(min = 1, max = 9) Double> baseline) {
        List<Double> contender = new ArrayList<>(baseline);
        contender.set(0, 20.0);
        double ratio = Measurements.mean(baseline) / Measurements.mean(contender);
        RatioInterval interval = RatioInterval.of(baseline, contender, 3, 2000).orElseThrow();
        assertThat(ratio).isBetween(interval.low(), interval.high());
    }

    @Test
    void fewerThanThreeOrAValueOfZeroGiveNone() {
        assertThat(RatioInterval.of(List.of(1.0, 2.0), List.of(1.0, 2.0), 1)).isEmpty();
        assertThat(RatioInterval.of(List.of(1.0, 2.0, 0.0), List.of(1.0, 2.0, 3.0), 1))
                .isEmpty();
    }

    @Test
    void studentsQuantiles() {
        assertThat(Student.TWO_SIDED.quantile(2)).isEqualTo(4.3027);
        assertThat(Student.TWO_SIDED.quantile(20)).isEqualTo(2.0860);
        assertThat(Student.TWO_SIDED.quantile(21)).isCloseTo(2.0796, within(5e-4));
        assertThat(Student.TWO_SIDED.quantile(60)).isCloseTo(2.0003, within(5e-4));
    }

    /** Repetitions that are slow as a whole, and contenders that vary by 10 % besides: how often the truth is inside. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 10, 20})
    void holdsTheTruthAbout95TimesIn100(int repetitions) {
        Random random = new Random(repetitions);
        int runs = 1000;
        int held = 0;
        double truth = 1.3;
        for (int run = 0; run < runs; run++) {
            List<Double> baseline = new ArrayList<>();
            List<Double> contender = new ArrayList<>();
            for (int i = 0; i < repetitions; i++) {
                double slow = Math.exp(0.3 * random.nextGaussian());
                baseline.add(truth * slow * Math.exp(0.1 * random.nextGaussian()));
                contender.add(slow * Math.exp(0.1 * random.nextGaussian()));
            }
            RatioInterval interval =
                    RatioInterval.of(baseline, contender, run, 1000).orElseThrow();
            held += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
        }
        double coverage = held / (double) runs;
        // Measured: 0.934, 0.932, 0.938, 0.945; the plain percentile interval 0.75, 0.83, 0.89, 0.91.
        assertThat(coverage).isBetween(0.925, 0.985);
    }
}
