// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class PairedShareTest {
    private static double[] values(double... values) {
        return values;
    }

    @Test
    void pairsThatAgreeLeaveNoDoubt() {
        PairedShare share = PairedShare.of(values(8, 8, 8), values(10, 10, 10)).orElseThrow();

        assertThat(share.share()).isEqualTo(0.8);
        assertThat(share.atLeast()).contains(new Interval(0.8, 0.8, Double.POSITIVE_INFINITY, 0.95, 3));
    }

    @Test
    void aWholeThatIsNotSurelyAboveZeroGivesNoEnd() {
        PairedShare share = PairedShare.of(values(1, 2, 3), values(-10, 1, 12)).orElseThrow();

        assertThat(share.share()).isEqualTo(2);
        assertThat(share.atLeast()).isEmpty();
        assertThat(PairedShare.of(values(1, 2), values(1, 2)).orElseThrow().atLeast())
                .isEmpty();
        assertThat(PairedShare.of(values(1, 2, 3), values(-1, 0, 1))).isEmpty();
        assertThat(PairedShare.of(values(), values())).isEmpty();
        assertThatThrownBy(() -> PairedShare.of(values(1), values(1, 2))).hasMessageContaining("1 parts but 2 wholes");
    }

    /** The definition itself: at the lower end the one-sided interval of part − g·whole begins at 0. */
    @Property
    void theLowerEndIsTheLeastShareThatIsNotRuledOut(
            @ForAll @Size(min = 6, max = 24) List<@DoubleRange(min = -5, max = 5) Double> drawn) {
        int n = drawn.size() / 2;
        double[] wholes =
                IntStream.range(0, n).mapToDouble(i -> 20 + drawn.get(i)).toArray();
        double[] parts =
                IntStream.range(0, n).mapToDouble(i -> drawn.get(n + i)).toArray();
        PairedShare share = PairedShare.of(parts, wholes).orElseThrow();

        share.atLeast().ifPresent(end -> {
            assertThat(end.low()).isLessThanOrEqualTo(share.share());
            Estimate difference = SampleMoments.of(IntStream.range(0, n)
                            .mapToDouble(i -> parts[i] - end.low() * wholes[i])
                            .toArray())
                    .estimate();
            double reach = Estimate.quantile(n - 1, 0.05) * difference.standardError();
            assertThat(difference.value() - reach).isCloseTo(0, within(1e-6));
        });
    }
}
