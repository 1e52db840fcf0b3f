// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A system drawn from a seed: resources, and variables with paths, usages, weights, minima, caps and counts. */
final class RandomSystem {
    /** What variables want and use. */
    static final class Wish {
        final Demand demand;
        final int flows;
        final int[] used;
        final double[] usages;

        Wish(Demand demand, int flows, int[] used, double[] usages) {
            this.demand = demand;
            this.flows = flows;
            this.used = used;
            this.usages = usages;
        }

        Wish with(Demand other, int otherFlows) {
            return new Wish(other, otherFlows, used, usages);
        }
    }

    final Random random;
    final double[] capacities;
    final List<Wish> wishes = new ArrayList<>();
    private final int shape;

    RandomSystem(long seed, int mostResources, int mostWishes) {
        random = new Random(seed);
        shape = random.nextInt(4);
        int resources = 1 + random.nextInt(mostResources);
        capacities = IntStream.range(0, resources).mapToDouble(i -> capacity()).toArray();
        int count = random.nextInt(mostWishes + 1);
        for (int i = 0; i < count; i++) {
            wishes.add(wish());
        }
    }

    double capacity() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1, 2 -> 12.5e6;
            default -> 1e6 + random.nextDouble() * 1e8;
        };
    }

    Wish wish() {
        int[] used = used();
        boolean plain = random.nextInt(3) > 0;
        double[] usages = IntStream.of(used)
                .mapToDouble(r -> plain ? 1 : random.nextInt(6) == 0 ? 0 : 0.1 + 3 * random.nextDouble())
                .toArray();
        return new Wish(demand(usages), random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 1, used, usages);
    }

    /** Without a cap only where a resource bounds it: nothing else would. */
    Demand demand(double[] usages) {
        double weight = random.nextInt(3) == 0 ? 0.1 + random.nextDouble() * 10 : 1;
        double minimum = random.nextInt(3) == 0 ? random.nextDouble() * 5e6 : 0;
        double cap =
                switch (random.nextInt(8)) {
                    case 0 -> 0;
                    case 1, 2 -> random.nextDouble() * 3e7;
                    case 3, 4 -> isUsing(usages) ? Double.POSITIVE_INFINITY : 1e9;
                    default -> 1e9;
                };
        return new Demand(weight, minimum, cap);
    }

    private static boolean isUsing(double[] usages) {
        return DoubleStream.of(usages).anyMatch(usage -> usage > 0);
    }

    private int[] used() {
        int n = capacities.length;
        int from = random.nextInt(n);
        return switch (shape) {
            case 0 -> { // a parking lot: a stretch of a row
                int to = from + 1 + random.nextInt(n - from);
                yield IntStream.range(from, to).toArray();
            }
            case 1 -> { // pairs of ports, and a disk that all share
                int other = random.nextInt(n);
                yield IntStream.of(0, from, other).distinct().toArray();
            }
            case 2 -> IntStream.of(from, random.nextInt(n)).distinct().toArray();
            default ->
                IntStream.range(0, n)
                        .filter(r -> r == from || random.nextInt(4) == 0)
                        .toArray();
        };
    }
}
