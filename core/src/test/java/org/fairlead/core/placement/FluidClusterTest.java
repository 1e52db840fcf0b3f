// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.core.placement.FluidCluster.Load;
import org.fairlead.core.placement.FluidCluster.Loaded;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the policies make of the same fluid cluster; mean time of a block. */
class FluidClusterTest {
    private static final int RUNS = 12;
    private static final long NEVER = 1_000_000 * FluidCluster.SECOND;

    private record Point(double random, double sinbad, double fairlead, double clairvoyant) {
        static Point of(Load load, int blocks) {
            Point point = new Point(
                    FluidCluster.meanBlockSeconds("random", load, blocks, RUNS),
                    FluidCluster.meanBlockSeconds("sinbad", load, blocks, RUNS),
                    FluidCluster.meanBlockSeconds("fairlead", load, blocks, RUNS),
                    FluidCluster.meanBlockSeconds("clairvoyant", load, blocks, RUNS));
            System.out.println("fluid " + load + ": " + point);
            return point;
        }

        double gapClosed() {
            return (random - fairlead) / (random - clairvoyant);
        }

        @Override
        public String toString() {
            return "random %.3f sinbad %.3f fairlead %.3f clairvoyant %.3f: gap closed %.3f, gain %.2f (sinbad %.2f)"
                    .formatted(random, sinbad, fairlead, clairvoyant, gapClosed(), random / fairlead, random / sinbad);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HOSTS, 0.25, 0.6", "HOSTS, 0.25, 0.3", "HOSTS, 0.25, 0.1", "HOSTS, 0.5, 0.6", "HOSTS, 0.5, 0.3",
                "HOSTS, 0.5, 0.1",
        "RACKS, 0.25, 0.6", "RACKS, 0.25, 0.3", "RACKS, 0.25, 0.1", "RACKS, 0.5, 0.6", "RACKS, 0.5, 0.3",
                "RACKS, 0.5, 0.1"
    })
    void oursClosesTheGapBetweenRandomAndTheClairvoyant(Loaded what, double share, double leaves) {
        Point point = Point.of(new Load(what, share, leaves, NEVER), 3);

        assertThat(point.gapClosed()).as(point.toString()).isGreaterThanOrEqualTo(0.85);
        assertThat(point.fairlead()).as(point.toString()).isLessThan(point.sinbad());
    }

    @Test
    void withoutLoadOursIsNoWorseThanRandom() {
        Point point = Point.of(new Load(Loaded.RACKS, 0, 1, NEVER), 3);

        assertThat(point.fairlead()).as(point.toString()).isLessThanOrEqualTo(point.random());
    }

    @ParameterizedTest
    @EnumSource(Loaded.class)
    void hotSpotsThatMoveEachTenSecondsAreFollowed(Loaded what) {
        Point point = Point.of(new Load(what, 0.5, 0.3, 10 * FluidCluster.SECOND), 10);

        assertThat(point.gapClosed()).as(point.toString()).isGreaterThanOrEqualTo(0.85);
        assertThat(point.random() / point.fairlead()).as(point.toString()).isGreaterThanOrEqualTo(1.5);
    }
}
