// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EstimateTest {
    /** As tables of Student's distribution print them. */
    @ParameterizedTest
    @CsvSource({
        "2, 4.3027, 2.9200",
        "4, 2.7764, 2.1318",
        "9, 2.2622, 1.8331",
        "20, 2.0860, 1.7247",
        "60, 2.0003, 1.6706",
        "1e9, 1.9600, 1.6449"
    })
    void studentsQuantiles(double degrees, double twoSided, double oneSided) {
        assertThat(Estimate.quantile(degrees, 0.025)).isCloseTo(twoSided, within(5.1e-5));
        assertThat(Estimate.quantile(degrees, 0.05)).isCloseTo(oneSided, within(5.1e-5));
    }

    @Test
    void momentsAreThoseOfTheirDefinition() {
        double[] values = new Random(1).doubles(1000).map(value -> 1e6 + value).toArray();
        double mean = 0;
        for (double value : values) {
            mean += value / values.length;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        SampleMoments moments = SampleMoments.of(values);

        assertThat(moments.n()).isEqualTo(1000);
        assertThat(moments.mean()).isCloseTo(mean, within(1e-6));
        assertThat(moments.squares()).isCloseTo(squares, within(1e-6));
        assertThat(moments.varianceOfMean()).isCloseTo(squares / 999 / 1000, within(1e-12));
        assertThat(SampleMoments.of(1, 2).interval()).isEmpty();
    }
}
