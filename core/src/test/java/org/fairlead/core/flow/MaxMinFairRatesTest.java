// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MaxMinFairRatesTest {
    private static final double ROUNDING = 1e-9;

    /** A network drawn from a seed: up to 12 links, up to 40 flows, a third of them capped. */
    private static final class Sharing {
        private final double[] capacities;
        private final List<int[]> paths = new ArrayList<>();
        private final double[] caps;

        Sharing(long seed, int links, int flows) {
            Random random = new Random(seed);
            capacities =
                    random.doubles(links, 1, 1000).map(value -> value * 12_500).toArray();
            caps = new double[flows];
            for (int flow = 0; flow < flows; flow++) {
                int first = random.nextInt(links);
                paths.add(IntStream.range(0, links)
                        .filter(link -> link == first || random.nextInt(4) == 0)
                        .toArray());
                caps[flow] = random.nextInt(3) == 0 ? random.nextDouble() * 5e6 : Double.POSITIVE_INFINITY;
            }
        }

        double[] rates() {
            return MaxMinFairRates.of(capacities, paths, caps);
        }

        double load(int link, double[] rates) {
            return IntStream.range(0, rates.length)
                    .filter(flow -> crosses(flow, link))
                    .mapToDouble(flow -> rates[flow])
                    .sum();
        }

        boolean crosses(int flow, int link) {
            return IntStream.of(paths.get(flow)).anyMatch(crossed -> crossed == link);
        }

        boolean isBottleneck(int link, int flow, double[] rates) {
            return load(link, rates) >= capacities[link] * (1 - ROUNDING)
                    && IntStream.range(0, rates.length)
                            .filter(other -> crosses(other, link))
                            .allMatch(other -> rates[other] <= rates[flow] * (1 + ROUNDING));
        }
    }

    @Test
    void flowsOnOneLinkShareItEqually() {
        assertThat(MaxMinFairRates.of(new double[] {12}, List.of(new int[] {0}, new int[] {0}, new int[] {0})))
                .containsExactly(4, 4, 4);
    }

    @Test
    void whatALongFlowCannotUseGoesToShortOnes() {
        double[] rates = MaxMinFairRates.of(
                new double[] {10, 10}, List.of(new int[] {0, 1}, new int[] {0}, new int[] {1}, new int[] {1}));

        assertThat(rates).containsExactly(new double[] {10 / 3.0, 20 / 3.0, 10 / 3.0, 10 / 3.0}, within(1e-9));
    }

    @Test
    void whatACappedFlowDoesNotWantGoesToTheOthers() {
        double[] rates =
                MaxMinFairRates.of(new double[] {10}, List.of(new int[] {0}, new int[] {0}, new int[0]), new double[] {
                    2, Double.POSITIVE_INFINITY, 7
                });

        assertThat(rates).containsExactly(2, 8, 7);
    }

    @Test
    void noFlowsNoRates() {
        assertThat(MaxMinFairRates.of(new double[] {1}, List.of())).isEmpty();
    }

    @Test
    void systemsWithoutASolutionAreRefused() {
        assertThatThrownBy(() -> MaxMinFairRates.of(new double[] {0}, List.of()))
                .hasMessage("a link's capacity must be above 0 and finite, not 0.0");
        assertThatThrownBy(() -> MaxMinFairRates.of(new double[] {1}, List.of(new int[0])))
                .hasMessage("flow 0 crosses no link and has no cap");
        assertThatThrownBy(() -> MaxMinFairRates.of(new double[] {1}, List.of(new int[] {0, 0})))
                .hasMessage("flow 0 crosses a link twice");
    }

    @Property
    void noLinkCarriesMoreThanItsCapacityAndNoFlowGetsMoreThanItsCap(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int links, @ForAll @IntRange(max = 40) int flows) {
        Sharing system = new Sharing(seed, links, flows);
        double[] rates = system.rates();

        for (int link = 0; link < links; link++) {
            assertThat(system.load(link, rates)).isLessThanOrEqualTo(system.capacities[link] * (1 + ROUNDING));
        }
        for (int flow = 0; flow < flows; flow++) {
            assertThat(rates[flow]).isBetween(0.0, system.caps[flow]);
        }
    }

    @Property
    void everyFlowHasItsCapOrABottleneck(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int links, @ForAll @IntRange(max = 40) int flows) {
        Sharing system = new Sharing(seed, links, flows);
        double[] rates = system.rates();

        for (int flow = 0; flow < flows; flow++) {
            int tested = flow;
            boolean capped = rates[flow] >= system.caps[flow] * (1 - ROUNDING);
            assertThat(capped
                            || IntStream.of(system.paths.get(flow))
                                    .anyMatch(link -> system.isBottleneck(link, tested, rates)))
                    .as("flow %d of seed %d", flow, seed)
                    .isTrue();
        }
    }
}
