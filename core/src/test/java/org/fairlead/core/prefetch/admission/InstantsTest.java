// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class InstantsTest {
    @Test
    void fewDeadlinesAreInstantsThemselves() {
        Instants instants = new Instants(new long[] {700, 300, 700}, 100, 3);

        assertThat(instants.count()).isEqualTo(2);
        assertThat(instants.endNanos(0)).isEqualTo(300);
        assertThat(instants.of(300)).isZero();
        assertThat(instants.of(301)).isEqualTo(1);
        assertThat(instants.at(100)).isZero();
        assertThat(instants.at(300)).isEqualTo(1);
        assertThat(instants.at(700)).isEqualTo(2);
        assertThat(instants.secondsUntil(0, 700)).isEqualTo(200e-9);
        assertThat(instants.secondsUntil(1, 500)).isEqualTo(200e-9);
    }

    @Test
    void ofManyTheEndsDoNotDependOnNow() {
        long[] deadlines = {1000, 1010, 1030, 2000, 3500};

        Instants early = new Instants(deadlines, 0, 3);
        Instants late = new Instants(deadlines, 990, 3);

        for (Instants instants : List.of(early, late)) {
            assertThat(IntStream.range(0, instants.count()).mapToLong(instants::endNanos))
                    .containsExactly(1024L, 2048L, 4096L);
        }
    }

    @Property(tries = 300)
    void everyDeadlineLiesInAnInstantAndThereAreNoMoreThanAsked(@ForAll long seed) {
        Random random = new Random(seed);
        long now = random.nextLong() >> (1 + random.nextInt(60));
        long[] deadlines = random.longs(1 + random.nextInt(300))
                .map(draw -> now + 1 + (draw >>> (2 + random.nextInt(60))))
                .toArray();
        int most = 4 + random.nextInt(100);

        Instants instants = new Instants(deadlines, now, most);

        assertThat(instants.count()).isBetween(1, most);
        for (long deadline : deadlines) {
            int instant = instants.of(deadline);
            assertThat(instants.endNanos(instant)).isGreaterThanOrEqualTo(deadline);
            assertThat(instant == 0 || instants.endNanos(instant - 1) < deadline)
                    .isTrue();
            assertThat(instants.secondsUntil(instant, deadline)).isPositive();
        }
    }
}
