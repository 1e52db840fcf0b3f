// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.flow.MaxMinFairRates;
import org.junit.jupiter.api.Test;

class PortRatesTest {
    private static final double CAPACITY = 100;

    private static RunningCoflow coflow(int[] from, int[] to, double... bytes) {
        return new RunningCoflow(0, 0, from, to, bytes);
    }

    private static RunningCoflow random(int number, int ports, Random random) {
        boolean[][] taken = new boolean[ports][ports];
        int flows = 1 + random.nextInt(ports * ports / 2);
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < flows; i++) {
            int from = random.nextInt(ports);
            int to = random.nextInt(ports);
            if (!taken[from][to]) {
                taken[from][to] = true;
                pairs.add(new int[] {from, to});
            }
        }
        return new RunningCoflow(
                number,
                0,
                pairs.stream().mapToInt(pair -> pair[0]).toArray(),
                pairs.stream().mapToInt(pair -> pair[1]).toArray(),
                pairs.stream().mapToDouble(pair -> 1 + random.nextInt(1000)).toArray());
    }

    private static double[] out(RunningCoflow coflow, int ports) {
        double[] used = new double[ports];
        Arrays.setAll(used, port -> 0);
        for (int flow = 0; flow < coflow.flows(); flow++) {
            used[coflow.source(flow)] += coflow.rates[flow];
        }
        return used;
    }

    private static double[] in(RunningCoflow coflow, int ports) {
        double[] used = new double[ports];
        for (int flow = 0; flow < coflow.flows(); flow++) {
            used[coflow.destination(flow)] += coflow.rates[flow];
        }
        return used;
    }

    @Test
    void flowsOfACoflowEndTogetherNoEarlierThanTheSlowestMust() {
        RunningCoflow coflow = coflow(new int[] {0, 1}, new int[] {2, 3}, 1000, 100);

        new PortRates(4, CAPACITY).serve(coflow, CoflowAllocation.MADD);

        // The first needs all of its ports for 10 s; the second could end after 1 s, and does with what is spare.
        assertThat(coflow.rates).containsExactly(100, 100);
    }

    @Test
    void withoutSpareCapacityTheyEndAtTheSameTime() {
        RunningCoflow coflow = coflow(new int[] {0, 0}, new int[] {1, 2}, 300, 100);

        new PortRates(3, CAPACITY).serve(coflow, CoflowAllocation.MADD);

        assertThat(coflow.rates).containsExactly(75, 25);
        assertThat(coflow.secondsToNextEnd()).isCloseTo(4, within(1e-12));
    }

    @Test
    void whoComesLaterInTheOrderGetsWhatIsLeft() {
        PortRates rates = new PortRates(3, CAPACITY);
        RunningCoflow first = coflow(new int[] {0}, new int[] {1}, 10);
        RunningCoflow second = coflow(new int[] {0, 2}, new int[] {2, 2}, 10, 10);

        rates.serve(first, CoflowAllocation.MAX_MIN);
        rates.serve(second, CoflowAllocation.MAX_MIN);

        assertThat(second.rates).containsExactly(0, 100);
    }

    @Property(tries = 300)
    void noPortIsOverfullAndNoneIsIdleThatACoflowCouldUse(@ForAll long seed, @ForAll CoflowAllocation serving) {
        Random random = new Random(seed);
        int ports = 2 + random.nextInt(12);
        PortRates rates = new PortRates(ports, CAPACITY);
        double[] out = new double[ports];
        double[] in = new double[ports];
        List<RunningCoflow> coflows = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            RunningCoflow coflow = random(i, ports, random);
            rates.serve(coflow, serving);
            coflows.add(coflow);
            Arrays.setAll(out, port -> out[port] + out(coflow, ports)[port]);
            Arrays.setAll(in, port -> in[port] + in(coflow, ports)[port]);

            for (RunningCoflow each : coflows) {
                for (int flow = 0; flow < each.flows(); flow++) {
                    double free = Math.min(CAPACITY - out[each.source(flow)], CAPACITY - in[each.destination(flow)]);
                    assertThat(free).isLessThan(CAPACITY * 1e-9);
                }
            }
            assertThat(Arrays.stream(out).max().orElse(0)).isLessThanOrEqualTo(CAPACITY * (1 + 1e-9));
            assertThat(Arrays.stream(in).max().orElse(0)).isLessThanOrEqualTo(CAPACITY * (1 + 1e-9));
        }
    }

    @Property(tries = 300)
    void aCoflowAloneSharesMaxMinFairly(@ForAll long seed) {
        Random random = new Random(seed);
        int ports = 2 + random.nextInt(12);
        RunningCoflow coflow = random(0, ports, random);

        new PortRates(ports, CAPACITY).serve(coflow, CoflowAllocation.MAX_MIN);

        double[] capacities = new double[2 * ports];
        Arrays.fill(capacities, CAPACITY);
        List<int[]> paths = new ArrayList<>();
        for (int flow = 0; flow < coflow.flows(); flow++) {
            paths.add(new int[] {coflow.source(flow), ports + coflow.destination(flow)});
        }
        assertThat(coflow.rates).containsExactly(MaxMinFairRates.of(capacities, paths), within(1e-9 * CAPACITY));
    }

    @Property(tries = 300)
    void whatIsKeptIsTakenLikeWhatIsServed(@ForAll long seed, @ForAll CoflowAllocation serving) {
        Random random = new Random(seed);
        int ports = 2 + random.nextInt(12);
        RunningCoflow first = random(0, ports, random);
        RunningCoflow second = random(1, ports, random);
        PortRates rates = new PortRates(ports, CAPACITY);
        rates.serve(first, serving);
        rates.serve(second, serving);
        double[] served = second.rates.clone();

        rates.reset();
        rates.keep(first);
        rates.serve(second, serving);

        assertThat(second.rates).containsExactly(served, within(1e-9 * CAPACITY));
    }
}
