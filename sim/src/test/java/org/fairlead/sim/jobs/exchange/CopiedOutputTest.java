// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.junit.jupiter.api.Test;

/** Two machines; what one makes is copied to the other at 5 MB/s. */
class CopiedOutputTest {
    private static final long MB = 1_000_000;
    private static final CopiedOutput.Shuffle FIRST = new CopiedOutput.Shuffle(0, 1);
    private static final CopiedOutput.Shuffle SECOND = new CopiedOutput.Shuffle(1, 2);

    private final Moves moves = new Moves();
    private final CopiedOutput copies = new CopiedOutput(ExchangeMemory.of(100 * MB, new long[2]), moves, 2);

    private static final class Moves implements Carrier {
        private final double[] paces = new double[2];
        private final List<Integer> begun = new ArrayList<>();

        @Override
        public double nowSeconds() {
            return 0;
        }

        @Override
        public int begin(Leg leg, double bytes, int number) {
            begun.add(number);
            return number;
        }

        @Override
        public void ended(int transfer, Leg leg) {}

        @Override
        public void cancel(int transfer, Leg leg) {}

        @Override
        public void pace(int machine, double bytesPerSecond) {
            paces[machine] = bytesPerSecond;
        }
    }

    private void begin(CopiedOutput.Shuffle shuffle) {
        copies.begin(
                shuffle,
                new EarlyCopies.Plan(Optional.empty(), new int[] {0, 1}, new double[] {5.0 * MB, 5.0 * MB}, 1, 2, 10),
                new int[] {0, 1});
    }

    @Test
    void whenTheLastCopyHasComeOthersDoNotHaveItsPace() {
        begin(FIRST);
        copies.made(FIRST, 0, 0, new long[] {MB, MB});
        copies.enough(FIRST);
        assertThat(moves.begun).hasSize(1);

        begin(SECOND);
        assertThat(moves.paces).containsExactly(10.0 * MB, 10.0 * MB);
        copies.ended(moves.begun.get(0));

        assertThat(moves.paces).containsExactly(5.0 * MB, 5.0 * MB);
        assertThat(copies.hasCopy(FIRST, 0, 1)).isTrue();
    }

    @Test
    void whereNothingIsOnItsWayThePaceEndsWithTheLastOutput() {
        begin(FIRST);
        begin(SECOND);

        copies.enough(FIRST);
        copies.over(FIRST);

        assertThat(moves.paces).containsExactly(5.0 * MB, 5.0 * MB);
    }

    @Test
    void whatIsOverHasNoPace() {
        begin(FIRST);
        copies.made(FIRST, 0, 0, new long[] {MB, MB});

        copies.over(FIRST);

        assertThat(moves.paces).containsOnly(Double.POSITIVE_INFINITY);
    }

    @Test
    void blocksThatAreNotCopiedInSparkAreNotCopiedHere() {
        begin(FIRST);

        copies.made(FIRST, 0, 0, new long[] {MB, 10 * MB});
        copies.made(FIRST, 1, 0, new long[] {MB, 4000});

        assertThat(moves.begun).isEmpty();
    }
}
