// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class RatioTest {
    /** Student's quantiles with 2 degrees of freedom: t² / (2 + t²) is the square of twice the probability less 1. */
    private static final double TWO_SIDED = 0.95 * Math.sqrt(2 / (1 - 0.95 * 0.95));

    private static final double ONE_SIDED = 0.9 * Math.sqrt(2 / (1 - 0.9 * 0.9));

    private static double[] values(double... values) {
        return values;
    }

    private static Ratio ofPairs(double[] firsts, double[] seconds) {
        return Ratio.ofPairs(firsts, seconds).orElseThrow();
    }

    @Test
    void threePairsByHand() {
        Ratio ratio = ofPairs(values(20, 40, 80), values(10, 20, 20));

        // Logarithms to the base of 2: 1, 1, 2; their mean is 4/3, their standard deviation 1/√3, over √3 that is 1/3.
        assertThat(ratio.n()).isEqualTo(3);
        assertThat(ratio.firstMean()).isCloseTo(140 / 3.0, within(1e-12));
        assertThat(ratio.secondMean()).isCloseTo(50 / 3.0, within(1e-12));
        assertThat(ratio.ratio()).isCloseTo(Math.pow(2, 4 / 3.0), within(1e-11));
        Interval interval = ratio.interval().orElseThrow();
        assertThat(interval.estimate()).isEqualTo(ratio.ratio());
        assertThat(interval.low()).isCloseTo(Math.pow(2, (4 - TWO_SIDED) / 3), within(1e-6));
        assertThat(interval.high()).isCloseTo(Math.pow(2, (4 + TWO_SIDED) / 3), within(1e-6));
        assertThat(interval.level()).isEqualTo(0.95);
        assertThat(interval.n()).isEqualTo(3);
        Interval atMost = ratio.atMost().orElseThrow();
        assertThat(atMost.low()).isZero();
        assertThat(atMost.high()).isCloseTo(Math.pow(2, (4 + ONE_SIDED) / 3), within(1e-6));
    }

    @Test
    void threeValuesOnEitherSideByHand() {
        SampleMoments first = SampleMoments.of(9, 10, 11);
        Ratio ratio = Ratio.ofSamples(first, SampleMoments.of(18, 20, 22)).orElseThrow();

        assertThat(ratio.ratio()).isEqualTo(0.5);
        assertThat(ratio.n()).isEqualTo(6);
        // 2.776445 is Student's with 4 degrees of freedom.
        double reach = Math.exp(2.776445 * Math.sqrt(2 / 300.0));
        assertThat(ratio.interval().orElseThrow().low()).isCloseTo(0.5 / reach, within(1e-6));
        assertThat(ratio.interval().orElseThrow().high()).isCloseTo(0.5 * reach, within(1e-6));
    }

    @Test
    void aSideThatIsSureAddsNoDoubt() {
        Ratio ratio = Ratio.ofSamples(SampleMoments.of(9, 10, 11), SampleMoments.of(20, 20, 20, 20, 20))
                .orElseThrow();

        // As many degrees of freedom as the other side alone has.
        assertThat(ratio.interval().orElseThrow().high())
                .isCloseTo(0.5 * Math.exp(TWO_SIDED * Math.sqrt(1 / 300.0)), within(1e-6));
    }

    @Test
    void pairsThatAgreeLeaveNoDoubt() {
        Ratio ratio = ofPairs(values(20, 22, 21), values(10, 11, 10.5));

        assertThat(ratio.ratio()).isEqualTo(2);
        assertThat(ratio.interval()).contains(new Interval(2, 2, 2, 0.95, 3));
        assertThat(ratio.chanceIfAtMost(1.9)).contains(0.0);
        assertThat(ratio.chanceIfAtMost(2.1)).contains(1.0);
    }

    @Test
    void aPairThatIsSlowAsAWholeCountsNoMoreThanAnother() {
        Interval usual =
                ofPairs(values(20, 22, 30), values(10, 12, 15)).interval().orElseThrow();
        Interval slow =
                ofPairs(values(20, 22, 3000), values(10, 12, 1500)).interval().orElseThrow();

        assertThat(slow).isEqualTo(usual);
    }

    @Test
    void aTestAgreesWithTheOneSidedEnd() {
        Ratio ratio = ofPairs(values(20, 40, 80, 30), values(10, 20, 20, 20));
        Ratio turned = ofPairs(values(10, 20, 20, 20), values(20, 40, 80, 30));

        // Where the ratio is at least by the same confidence, such a ratio has the probability of 5 %.
        double atLeast = 1 / turned.atMost().orElseThrow().high();
        assertThat(ratio.chanceIfAtMost(atLeast).orElseThrow()).isCloseTo(0.05, within(1e-7));
        assertThat(ratio.chanceIfAtMost(ratio.ratio()).orElseThrow()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void twoHaveARatioButNoInterval() {
        Ratio ratio = ofPairs(values(2, 8), values(1, 1));

        assertThat(ratio.ratio()).isEqualTo(4);
        assertThat(ratio.interval()).isEmpty();
        assertThat(ratio.atMost()).isEmpty();
        assertThat(ratio.chanceIfAtMost(1)).isEmpty();
        assertThat(Ratio.ofSamples(SampleMoments.of(1, 2), SampleMoments.of(1, 2, 3))
                        .orElseThrow()
                        .interval())
                .isEmpty();
    }

    @Test
    void whatIsNotAboveZeroHasNoRatio() {
        assertThat(Ratio.ofPairs(values(), values())).isEmpty();
        assertThat(Ratio.ofPairs(values(1, 0), values(1, 1))).isEmpty();
        assertThat(Ratio.ofPairs(values(1, 1), values(1, Double.NaN))).isEmpty();
        assertThat(Ratio.ofPairs(values(1, Double.POSITIVE_INFINITY), values(1, 1)))
                .isEmpty();
        assertThat(Ratio.ofSamples(SampleMoments.NONE, SampleMoments.of(1))).isEmpty();
        assertThatThrownBy(() -> Ratio.ofPairs(values(1), values(1, 2))).hasMessageContaining("1 values on one side");
    }

    @Property
    void theSidesMayChangePlaces(
            @ForAll @Size(min = 6, max = 24) List<@DoubleRange(min = 0.01, max = 1000) Double> drawn) {
        int n = drawn.size() / 2;
        double[] firsts = drawn.stream().limit(n).mapToDouble(each -> each).toArray();
        double[] seconds =
                drawn.stream().skip(n).limit(n).mapToDouble(each -> each).toArray();

        turned(ofPairs(firsts, seconds), ofPairs(seconds, firsts));
        turned(
                Ratio.ofSamples(SampleMoments.of(firsts), SampleMoments.of(seconds))
                        .orElseThrow(),
                Ratio.ofSamples(SampleMoments.of(seconds), SampleMoments.of(firsts))
                        .orElseThrow());
    }

    private static void turned(Ratio ratio, Ratio turned) {
        assertThat(ratio.ratio() * turned.ratio()).isCloseTo(1, within(1e-9));
        Interval interval = ratio.interval().orElseThrow();
        assertThat(interval.holds(ratio.ratio())).isTrue();
        assertThat(interval.low() * turned.interval().orElseThrow().high()).isCloseTo(1, within(1e-9));
    }
}
