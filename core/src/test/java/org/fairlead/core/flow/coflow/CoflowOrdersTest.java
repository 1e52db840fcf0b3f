// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoflowOrdersTest {
    private static final int PORTS = 4;

    private static RunningCoflow coflow(int number, int[] from, int[] to, double... bytes) {
        return new RunningCoflow(number, 0, from, to, bytes);
    }

    private static List<Long> sorted(String order, RunningCoflow... coflows) {
        List<RunningCoflow> list = new ArrayList<>(List.of(coflows));
        ((CoflowOrder.Clairvoyant) CoflowOrders.named(order, PORTS)).sort(list);
        return list.stream().map(RunningCoflow::number).toList();
    }

    /** A coflow seen from outside. */
    private record Seen(long number, int flows, int endedFlows, int width, double sentBytes)
            implements ObservedCoflow {}

    private static int rank(String order, ObservedCoflow coflow) {
        return ((CoflowOrder.Blind) CoflowOrders.named(order, PORTS)).rank(coflow);
    }

    @Test
    void clairvoyantOrdersDifferInWhatTheyCallSmall() {
        // 0: 9 MB at one port, 9 in all. 1: 6 at one port, 12 in all. 2: 8 at one port, 10 in all, no flow above 5.
        RunningCoflow one = coflow(0, new int[] {0}, new int[] {0}, 9e6);
        RunningCoflow two = coflow(1, new int[] {0, 1}, new int[] {0, 1}, 6e6, 6e6);
        RunningCoflow three = coflow(2, new int[] {0, 0, 1}, new int[] {0, 1, 2}, 5e6, 3e6, 2e6);

        assertThat(sorted("sebf", one, two, three)).containsExactly(1L, 2L, 0L);
        assertThat(sorted("scf", one, two, three)).containsExactly(0L, 2L, 1L);
        assertThat(sorted("lcf", one, two, three)).containsExactly(2L, 1L, 0L);
    }

    @Test
    void bottleneckSelectPutsTheLargestAtTheBusiestPortLast() {
        RunningCoflow large = coflow(0, new int[] {0}, new int[] {1}, 6e6);
        RunningCoflow small = coflow(1, new int[] {0}, new int[] {2}, 4e6);
        RunningCoflow elsewhere = coflow(2, new int[] {3}, new int[] {3}, 5e6);

        List<Long> order = sorted("bssi", large, small, elsewhere);

        assertThat(order).containsSubsequence(1L, 0L);
    }

    @Test
    void amongEqualsWhoCameFirstGoesFirst() {
        RunningCoflow later = coflow(7, new int[] {0}, new int[] {1}, 1e6);
        RunningCoflow earlier = coflow(3, new int[] {1}, new int[] {2}, 1e6);

        for (String order : List.of("sebf", "scf", "lcf")) {
            assertThat(sorted(order, later, earlier)).as(order).containsExactly(3L, 7L);
        }
    }

    @Test
    void attainedServiceSortsIntoQueuesOfTenfoldBounds() {
        assertThat(rank("d-clas", new Seen(0, 1, 0, 1, 3e6))).isEqualTo(0);
        assertThat(rank("d-clas", new Seen(0, 1, 0, 1, 12e6))).isEqualTo(1);
        assertThat(rank("d-clas", new Seen(0, 1, 0, 1, 99e6))).isEqualTo(1);
        assertThat(rank("d-clas", new Seen(0, 1, 0, 1, 1e30))).isEqualTo(9);
    }

    @Test
    void aLargeCoflowThatIsNearlyDoneGoesBeforeOneThatMayHaveMuchToCome() {
        ObservedCoflow nearlyDone = new Seen(0, 100, 90, 10, 900e6);
        ObservedCoflow unknown = new Seen(1, 100, 0, 10, 300e6);

        assertThat(rank("fairlead", nearlyDone)).isLessThan(rank("fairlead", unknown));
        assertThat(rank("d-clas", nearlyDone)).isEqualTo(rank("d-clas", unknown));
    }

    @Test
    void untilHalfOfTheFlowsHaveEndedWhatWasSentCounts() {
        assertThat(rank("fairlead", new Seen(0, 100, 50, 10, 300e6)))
                .isEqualTo(rank("fairlead", new Seen(0, 100, 0, 10, 300e6)));
    }

    @Test
    void theRankChangesAtItsBoundAndNotBefore() {
        for (String name : List.of("d-clas", "fairlead")) {
            CoflowOrder.Blind order = (CoflowOrder.Blind) CoflowOrders.named(name, PORTS);
            for (double sent : new double[] {0, 9e6, 25e6, 700e6}) {
                Seen coflow = new Seen(0, 10, 7, 2, sent);
                double bound = order.bound(coflow);

                assertThat(order.rank(new Seen(0, 10, 7, 2, bound))).isEqualTo(order.rank(coflow) + 1);
                assertThat(order.rank(new Seen(0, 10, 7, 2, bound * 0.999))).isEqualTo(order.rank(coflow));
            }
        }
    }

    @Test
    void anUnknownNameIsToldWhichThereAre() {
        assertThatThrownBy(() -> CoflowOrders.named("sjf", PORTS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'sjf'")
                .hasMessageContaining("sebf, sebf-published, scf");
    }
}
