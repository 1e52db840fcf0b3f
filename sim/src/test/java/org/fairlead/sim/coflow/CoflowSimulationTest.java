// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;

class CoflowSimulationTest {
    private static final double RATE = 10e6;

    private static Coflow coflow(String id, double arrival, int[] mappers, int[] reducers, double... bytes) {
        return new Coflow(id, arrival, mappers, reducers, bytes);
    }

    private static double[] ends(CoflowTrace trace, String order) {
        CoflowOutcome outcome = CoflowSimulation.run(trace, order, RATE, RunObserver.NONE);
        assertThat(outcome.complete()).isTrue();
        double[] ends = new double[trace.coflows().size()];
        Arrays.setAll(ends, outcome::finishSeconds);
        return ends;
    }

    static CoflowTrace random(long seed, int mostPorts, int coflows) {
        Random random = new Random(seed);
        int ports = 1 + random.nextInt(mostPorts);
        List<Coflow> list = new ArrayList<>();
        double arrival = 0;
        for (int i = 0; i < coflows; i++) {
            arrival += random.nextInt(3) * random.nextDouble();
            int[] mappers = random.ints(1 + random.nextInt(ports), 0, ports).toArray();
            int[] reducers = random.ints(1 + random.nextInt(ports), 0, ports).toArray();
            double scale = Math.pow(10, 4 + 4 * random.nextDouble());
            double[] bytes = Arrays.stream(reducers)
                    .mapToDouble(reducer -> random.nextInt(10) == 0 ? 0 : Math.rint(scale * random.nextDouble()))
                    .toArray();
            list.add(coflow("c" + i, arrival, mappers, reducers, bytes));
        }
        return new CoflowTrace(ports, list);
    }

    @Test
    void theSmallCoflowPassesTheLargeOneOnlyInOrdersThatLetIt() {
        // Both leave port 0: 100 MB from the start, 10 MB one second later, at 10 MB/s.
        CoflowTrace trace = new CoflowTrace(
                3,
                List.of(
                        coflow("large", 0, new int[] {0}, new int[] {1}, 100e6),
                        coflow("small", 1, new int[] {0}, new int[] {2}, 10e6)));

        assertThat(ends(trace, "fifo")).containsExactly(new double[] {10, 11}, within(1e-9));
        assertThat(ends(trace, "sebf")).containsExactly(new double[] {11, 2}, within(1e-9));
        assertThat(ends(trace, "max-min")).containsExactly(new double[] {11, 3}, within(1e-9));
        assertThat(ends(trace, "d-clas")).containsExactly(new double[] {11, 2}, within(1e-9));
        assertThat(ends(trace, "alone")).containsExactly(new double[] {10, 2}, within(1e-9));
    }

    @Test
    void aCoflowOfNoBytesEndsWhenItArrives() {
        CoflowTrace trace = new CoflowTrace(
                2,
                List.of(
                        coflow("nothing", 3, new int[] {0}, new int[] {1}, 0),
                        coflow("some", 4, new int[] {0}, new int[] {1}, 10e6)));

        for (String order : CoflowSimulation.orders()) {
            assertThat(ends(trace, order)).as(order).containsExactly(new double[] {3, 5}, within(1e-9));
        }
    }

    @Property(tries = 60)
    void noOrderEndsACoflowSoonerThanAloneOrLeavesOneBehind(@ForAll long seed) {
        CoflowTrace trace = random(seed, 12, 15);
        double[] alone = ends(trace, CoflowSimulation.ALONE);
        for (String order : CoflowSimulation.orders()) {
            double[] ends = ends(trace, order);
            for (int i = 0; i < ends.length; i++) {
                assertThat(ends[i]).as(order).isGreaterThanOrEqualTo(alone[i] * (1 - 1e-9));
                assertThat(ends[i]).as(order).isLessThan(Double.POSITIVE_INFINITY);
            }
        }
    }

    @Property(tries = 20)
    void theSameTraceGivesTheSameBits(@ForAll long seed) {
        CoflowTrace trace = random(seed, 12, 15);
        for (String order : CoflowSimulation.orders()) {
            assertThat(ends(trace, order)).as(order).containsExactly(ends(trace, order));
        }
    }

    @Property(tries = 100)
    void blindOrdersEndCoflowsWhenAPlainSimulationDoes(@ForAll long seed) {
        CoflowTrace trace = random(seed, 8, 10);
        for (String order : List.of("fifo", "ncf", "d-clas", "fairlead")) {
            assertThat(ends(trace, order))
                    .as(order)
                    .containsExactly(new PlainCoflows(trace, order, RATE).ends(), within(1e-6));
        }
    }

    @Property(tries = 5)
    void manyFlowsThatShareFairlyEndWhenInAPlainSimulation(@ForAll long seed) {
        Random random = new Random(seed);
        int ports = 16;
        int[] all = IntStream.range(0, ports).toArray();
        List<Coflow> coflows = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            coflows.add(coflow(
                    "c" + i,
                    0.3 * i,
                    Arrays.copyOf(all, 8 + random.nextInt(9)),
                    all,
                    random.doubles(ports, 1e5, 1e7).toArray()));
        }
        CoflowTrace trace = new CoflowTrace(ports, coflows);

        assertThat(ends(trace, "max-min"))
                .containsExactly(new PlainCoflows(trace, "max-min", RATE).ends(), within(1e-7));
    }

    @Test
    void whoIsStoppedKeepsWhatHasEnded() {
        CoflowTrace trace = random(1, 12, 15);

        CoflowOutcome outcome = CoflowSimulation.run(trace, "sebf", RATE, (done, of) -> false);

        assertThat(outcome.complete()).isFalse();
        assertThat(outcome.finishSeconds(0)).isNaN();
    }
}
