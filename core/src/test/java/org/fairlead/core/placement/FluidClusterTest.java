package org.fairlead.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.placement.FluidCluster.Load;
import org.fairlead.core.placement.FluidCluster.Loaded;
import org.junit.jupiter.api.Test;

class FluidClusterTest {
    private static final int RUNS = 40;
    private static final long NEVER = 1_000_000 * FluidCluster.SECOND;

    private record Point(double random, double sinbad, double fairlead, double oracle) {
        static Point of(Load load, int blocks) {
            return new Point(
                    FluidCluster.meanBlockSeconds("random", load, blocks, RUNS),
                    FluidCluster.meanBlockSeconds("sinbad", load, blocks, RUNS),
                    FluidCluster.meanBlockSeconds("fairlead", load, blocks, RUNS),
                    FluidCluster.meanBlockSeconds("oracle", load, blocks, RUNS));
        }

        double gapClosed() {
            return (random - fairlead) / (random - oracle);
        }

        @Override
        public String toString() {
            return "random %.3f sinbad %.3f fairlead %.3f oracle %.3f: gap closed %.3f, gain %.2f (sinbad %.2f)"
                    .formatted(random, sinbad, fairlead, oracle, gapClosed(), random / fairlead, random / sinbad);
        }
    }

    @Test
    void print() {
        for (Loaded what : Loaded.values()) {
            for (double share : List.of(0.25, 0.5)) {
                for (double leaves : List.of(0.6, 0.3, 0.1)) {
                    System.out.println("GRID " + what + " " + share + " leaves " + leaves + ": "
                            + Point.of(new Load(what, share, leaves, NEVER), 3));
                }
            }
        }
        System.out.println("GRID no load: " + Point.of(new Load(Loaded.RACKS, 0, 1, NEVER), 3));
        System.out.println("GRID moving: " + Point.of(new Load(Loaded.RACKS, 0.5, 0.3, 10 * FluidCluster.SECOND), 20));
        System.out.println(
                "GRID moving hosts: " + Point.of(new Load(Loaded.HOSTS, 0.5, 0.3, 10 * FluidCluster.SECOND), 20));
        assertThat(RUNS).isPositive();
    }
}
