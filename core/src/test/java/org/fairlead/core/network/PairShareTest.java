// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairShareTest {
    private static double drawn(PairShare pairs, int hosts) {
        int drawn = 0;
        for (int source = 0; source < hosts; source++) {
            for (int destination = 0; destination < hosts; destination++) {
                drawn += pairs.has(source, destination) ? 1 : 0;
            }
        }
        return (double) drawn / (hosts * hosts);
    }

    @Test
    void soManyPairsAreDrawnAndNoHostIsLeftOut() {
        PairShare tenth = new PairShare(0.1, 7);

        assertThat(drawn(tenth, 300)).isCloseTo(0.1, within(0.005));
        for (int source = 0; source < 20; source++) {
            int of = source;
            assertThat(IntStream.range(0, 300).filter(to -> tenth.has(of, to))).hasSizeBetween(10, 60);
        }
        assertThat(drawn(PairShare.ALL, 50)).isEqualTo(1);
        assertThat(drawn(new PairShare(0, 7), 50)).isZero();
    }

    @Test
    void whoeverKnowsShareAndSeedDrawsTheSameAndALargerShareHasAllOfASmaller() {
        PairShare some = new PairShare(0.3, 7);
        for (int pair = 0; pair < 2500; pair++) {
            boolean drawn = some.has(pair / 50, pair % 50);
            assertThat(new PairShare(0.3, 7).has(pair / 50, pair % 50)).isEqualTo(drawn);
            assertThat(!drawn || new PairShare(0.5, 7).has(pair / 50, pair % 50))
                    .isTrue();
        }
        assertThat(drawn(new PairShare(0.3, 8), 50)).isNotEqualTo(drawn(some, 50));
    }

    @Test
    void whatIsNoShareIsRefused() {
        assertThatThrownBy(() -> new PairShare(1.1, 1)).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> new PairShare(Double.NaN, 1)).hasMessageContaining("NaN");
    }
}
