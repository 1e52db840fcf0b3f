// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fairlead.core.flow.RandomSystem.Wish;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("long")
class FairRatesTest {
    private static final double EXACT = 1e-9;
    /** Bytes per second; capacities are many times that. */
    private static final double LEAST = 10_000;

    private static double[] rates(SharingRule rule, double capacity, Demand... demands) {
        FairRates system = new FairRates(rule, new double[] {capacity});
        int[] variables = new int[demands.length];
        for (int i = 0; i < demands.length; i++) {
            variables[i] = system.add(demands[i], 1, new int[] {0});
        }
        system.solve();
        double[] rates = new double[demands.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = system.rate(variables[i]);
        }
        return rates;
    }

    private static Demand atLeast(double minimum) {
        return new Demand(1, minimum, Double.POSITIVE_INFINITY);
    }

    @Test
    void theRulesShareWhatMinimaLeaveInDifferentWays() {
        Demand[] demands = {atLeast(30), atLeast(5), atLeast(5), atLeast(5), atLeast(5)};

        assertThat(rates(SharingRule.MAX_MIN, 100, demands)).containsExactly(20, 20, 20, 20, 20);
        assertThat(rates(SharingRule.MAX_MIN_WITH_MINIMA, 100, demands)).containsExactly(30, 17.5, 17.5, 17.5, 17.5);
        assertThat(rates(SharingRule.HTB, 100, demands)).containsExactly(40, 15, 15, 15, 15);
    }

    /**
     * A class with 30 Mbit/s guaranteed beside four with 5, on a link of 100: 40 and 15 on the wire. TCP's payload is 1448 of 1514 bytes,
     * so a receiver sees 38.3; a real HTB gave 37.8, and max-min with minima would give 28.7.
     */
    @Test
    void htbIsAsMeasuredOnARealQueue() {
        double payload = 1448 / 1514.0;
        Demand[] demands = {atLeast(30), atLeast(5), atLeast(5), atLeast(5), atLeast(5)};

        assertThat(rates(SharingRule.HTB, 100, demands)[0] * payload).isCloseTo(38.3, within(0.05));
        assertThat(rates(SharingRule.MAX_MIN_WITH_MINIMA, 100, demands)[0] * payload)
                .isCloseTo(28.7, within(0.05));
    }

    @Test
    void whatResourcesHaveLeftIsAddedUp() {
        FairRates system = new FairRates(SharingRule.MAX_MIN, new double[] {100, 40, 7});
        system.add(new Demand(1, 0, 30), 1, new int[] {0, 1});
        system.add(new Demand(1, 0, 1e9), 1, new int[] {1});
        system.solve();
        double[] sums = {1, 1};

        system.addLeft(2, sums);

        assertThat(sums).as("80 of 100 for 2 s, and nothing of a full one").containsExactly(161, 1);
    }

    @Test
    void htbHeedsCeilingsAndQuanta() {
        assertThat(rates(SharingRule.HTB, 100, new Demand(3, 10, 1e9), new Demand(1, 10, 1e9), new Demand(1, 20, 22)))
                .containsExactly(new double[] {10 + 58 * 0.75, 10 + 58 * 0.25, 22}, within(1e-9));
    }

    @Test
    void minimaThatDoNotFitAreLoweredInProportion() {
        assertThat(rates(SharingRule.HTB, 100, atLeast(150), atLeast(50))).containsExactly(75, 25);
        assertThat(rates(SharingRule.MAX_MIN_WITH_MINIMA, 100, atLeast(150), atLeast(50), atLeast(0)))
                .containsExactly(75, 25, 0);
    }

    @Test
    void flowsOfOneVariableCountEach() {
        FairRates system = new FairRates(SharingRule.MAX_MIN, new double[] {100});
        int three = system.add(Demand.PLAIN, 3, new int[] {0});
        int one = system.add(Demand.PLAIN, 1, new int[] {0});
        system.solve();
        assertThat(system.rate(three)).isEqualTo(25);

        system.flows(three, 1);
        system.solve();
        assertThat(system.rate(one)).isEqualTo(50);
        assertThat(system.rate(three)).isEqualTo(50);
    }

    @Test
    void whatAChangeDoesNotTouchIsNotLookedAt() {
        FairRates system = new FairRates(SharingRule.MAX_MIN, new double[] {10, 100, 10});
        int[] apart = {
            system.add(Demand.PLAIN, 1, new int[] {0, 1}), system.add(Demand.PLAIN, 1, new int[] {1, 2}),
        };
        system.solve();
        int more = system.add(Demand.PLAIN, 1, new int[] {0, 1});
        system.solve();

        assertThat(system.lookedAt()).isEqualTo(2);
        assertThat(List.of(system.lookedAt(0), system.lookedAt(1))).containsExactlyInAnyOrder(apart[0], more);
        assertThat(system.rate(apart[0])).isEqualTo(5);
        assertThat(system.rate(apart[1])).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void equalsBruteForceOnTenThousandSystems(SharingRule rule) {
        for (int seed = 0; seed < 10_000; seed++) {
            RandomSystem drawn = new RandomSystem(seed, 10, 25);
            FairRates system = new FairRates(rule, drawn.capacities);
            List<Integer> variables = new ArrayList<>();
            for (Wish wish : drawn.wishes) {
                variables.add(add(system, wish));
            }
            system.solve();
            compare(system, variables, BruteForceRates.of(rule, drawn.capacities, drawn.wishes), "seed " + seed);
        }
    }

    private static void compare(FairRates system, List<Integer> variables, double[] expected, String what) {
        for (int i = 0; i < expected.length; i++) {
            double rate = system.rate(variables.get(i));
            if (!(Math.abs(rate - expected[i]) <= EXACT * Math.max(LEAST, expected[i]))) {
                assertThat(rate)
                        .as("variable %d of %s", i, what)
                        .isCloseTo(expected[i], within(EXACT * Math.max(LEAST, expected[i])));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void equalsBruteForceAfterEveryChange(SharingRule rule) {
        for (int seed = 0; seed < 400; seed++) {
            RandomSystem drawn = new RandomSystem(seed, 12, 25);
            FairRates system = new FairRates(rule, drawn.capacities);
            double[] capacities = drawn.capacities.clone();
            List<Wish> wishes = new ArrayList<>();
            List<Integer> variables = new ArrayList<>();
            for (int step = 0; step < 60; step++) {
                int changes = 1 + drawn.random.nextInt(3);
                for (int i = 0; i < changes; i++) {
                    change(drawn, system, capacities, wishes, variables);
                }
                system.solve();
                compare(
                        system,
                        variables,
                        BruteForceRates.of(rule, capacities, wishes),
                        "seed " + seed + " after change " + step);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void fillingAllAnewGivesTheSameRates(FairRates.Whole whole) {
        for (int seed = 0; seed < 12; seed++) {
            RandomSystem drawn = new RandomSystem(seed, 60, 0);
            FairRates system = new FairRates(SharingRule.MAX_MIN, drawn.capacities, whole);
            double[] capacities = drawn.capacities.clone();
            List<Wish> wishes = new ArrayList<>();
            List<Integer> variables = new ArrayList<>();
            for (int i = 0; i < 250; i++) {
                wishes.add(drawn.wish());
                variables.add(add(system, wishes.get(i)));
            }
            for (int step = 0; step < 12; step++) {
                system.solve();
                compare(
                        system,
                        variables,
                        BruteForceRates.of(SharingRule.MAX_MIN, capacities, wishes),
                        "seed " + seed + " after change " + step);
                change(drawn, system, capacities, wishes, variables);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void loadsAreTheSumsOfTheRates(FairRates.Whole whole) {
        for (int seed = 0; seed < 200; seed++) {
            RandomSystem drawn = new RandomSystem(seed, 20, 60);
            FairRates system = new FairRates(SharingRule.MAX_MIN, drawn.capacities, whole);
            double[] sums = new double[drawn.capacities.length];
            List<Integer> variables =
                    drawn.wishes.stream().map(wish -> add(system, wish)).toList();
            system.solve();
            for (int i = 0; i < drawn.wishes.size(); i++) {
                Wish wish = drawn.wishes.get(i);
                for (int use = 0; use < wish.used.length; use++) {
                    sums[wish.used[use]] += wish.flows * wish.usages[use] * system.rate(variables.get(i));
                }
            }
            for (int resource = 0; resource < sums.length; resource++) {
                assertThat(system.load(resource))
                        .as("resource %d of seed %d", resource, seed)
                        .isCloseTo(sums[resource], within(EXACT * Math.max(LEAST, sums[resource])));
            }
        }
    }

    private static int add(FairRates system, Wish wish) {
        return system.add(wish.demand, wish.flows, wish.used, wish.usages);
    }

    private static void change(
            RandomSystem drawn, FairRates system, double[] capacities, List<Wish> wishes, List<Integer> variables) {
        Random random = drawn.random;
        int what = random.nextInt(10);
        if (what < 4 || wishes.isEmpty()) {
            Wish wish = drawn.wish();
            wishes.add(wish);
            variables.add(add(system, wish));
            return;
        }
        int which = random.nextInt(wishes.size());
        if (what < 6) {
            system.remove(variables.remove(which));
            wishes.remove(which);
        } else if (what < 8) {
            int flows = 1 + random.nextInt(5);
            wishes.set(which, wishes.get(which).with(wishes.get(which).demand, flows));
            system.flows(variables.get(which), flows);
        } else if (what < 9) {
            Demand demand = drawn.demand(wishes.get(which).usages);
            int flows = 1 + random.nextInt(5);
            wishes.set(which, wishes.get(which).with(demand, flows));
            system.change(variables.get(which), flows, demand.weight(), demand.minimum(), demand.cap());
        } else {
            int resource = random.nextInt(capacities.length);
            capacities[resource] = drawn.capacity();
            system.capacity(resource, capacities[resource]);
        }
    }
}
