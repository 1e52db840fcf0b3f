// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.view.Transfer;
import org.junit.jupiter.api.Test;

class MapOutputMatrixTest {
    private static MapOutputMatrix matrix(double[]... rows) {
        MapOutputMatrix.Builder builder = new MapOutputMatrix.Builder();
        for (int task = 0; task < rows.length; task++) {
            builder.add(task, rows[task]);
        }
        return builder.build();
    }

    @Test
    void aTaskThatReceivesByOtherSharesHasItsOwnRow() {
        MapOutputMatrix matrix = matrix(
                new double[] {10, 10, 10, 10},
                new double[] {0, 90, 0, 10},
                new double[] {20, 20, 20, 20},
                new double[] {0, 0, 0, 0});

        assertThat(matrix.differs()).isTrue();
        assertThat(matrix.whole().share(1)).isCloseTo(120 / 220.0, within(1e-9));
        MapOutputLocations heavy = matrix.of(1);
        assertThat(heavy.share(1)).isCloseTo(0.9, within(1e-9));
        assertThat(heavy.share(0)).isZero();
        assertThat(heavy.count()).isEqualTo(2);
        assertThat(heavy.withShare(0.2)).containsExactly(1);
        assertThat(heavy.areOfOneTask()).isTrue();
        assertThat(matrix.of(1)).isSameAs(heavy);
        assertThat(matrix.of(2).share(3)).isEqualTo(0.25);
        assertThat(matrix.of(3)).as("of one that receives nothing").isSameAs(matrix.whole());
        assertThat(matrix.of(99)).isSameAs(matrix.whole());
    }

    @Test
    void tasksThatAreAlikeHaveOneRowThoughOneOutweighsThem() {
        MapOutputMatrix matrix = matrix(
                new double[] {10, 10, 10, 10},
                new double[] {0, 9000, 0, 1000},
                new double[] {20, 20, 20, 20},
                new double[] {30, 31, 30, 30});

        assertThat(matrix.of(0))
                .isNotSameAs(matrix.whole())
                .isSameAs(matrix.of(2))
                .isSameAs(matrix.of(3));
        assertThat(matrix.of(0).areOfOneTask()).isFalse();
        assertThat(matrix.of(0).share(1)).isEqualTo(0.25);
        assertThat(matrix.of(0).outstanding()).isEmpty();
        assertThat(matrix.of(1)).as("nearly all of the whole").isSameAs(matrix.whole());
        assertThat(matrix.of(1).outstanding()).containsExactly(1);
    }

    @Test
    void whatDiffersInBytesAloneIsOneRow() {
        MapOutputMatrix matrix = matrix(new double[] {1, 3, 0}, new double[] {100, 300, 0}, new double[] {5, 15.2, 0});

        assertThat(matrix.differs()).isFalse();
        assertThat(matrix.of(1)).isSameAs(matrix.whole());
        assertThat(matrix.entries()).isEqualTo(2);
    }

    @Test
    void manyTasksOfManyHostsAreKeptInLittle() {
        int tasks = 20_000;
        int hosts = 200;
        Random random = new Random(1);
        double[] row = new double[hosts];
        MapOutputMatrix.Builder even = new MapOutputMatrix.Builder();
        MapOutputMatrix.Builder uneven = new MapOutputMatrix.Builder();
        for (int task = 0; task < tasks; task++) {
            int number = task;
            Arrays.setAll(row, host -> (1 + number % 7) * 1e6 * (1 + 0.05 * random.nextDouble()));
            even.add(task, row);
            row[task % hosts] *= 40;
            uneven.add(task, row);
        }
        for (int task = tasks; task < 2 * tasks; task++) {
            uneven.add(task, row);
        }

        assertThat(even.build().entries()).isEqualTo(hosts);
        MapOutputMatrix most = uneven.build();
        assertThat(most.entries()).isLessThanOrEqualTo(MapOutputMatrix.MOST_ENTRIES + hosts);
        assertThat(most.of(tasks - 1).areOfOneTask()).isTrue();
        assertThat(most.of(2 * tasks - 1)).isSameAs(most.whole());
    }

    @Test
    void tasksGetOtherNumbers() {
        MapOutputMatrix matrix = matrix(new double[] {10, 10}, new double[] {0, 30}, new double[] {10, 10});

        MapOutputMatrix again = matrix.ofTasks(2, task -> 1 - task);

        assertThat(again.of(0)).isSameAs(matrix.of(1));
        assertThat(again.of(1)).isSameAs(matrix.of(0));
    }

    @Test
    void hostsGetOtherIndices() {
        MapOutputMatrix matrix = matrix(new double[] {10, 10, 30}, new double[] {10, 0, 0});

        MapOutputMatrix moved = matrix.onHosts(host -> new int[] {4, 4, -1}[host], 5);

        assertThat(moved.of(0).share(4)).isEqualTo(1);
        assertThat(moved.whole().bytes()).isEqualTo(30);
        assertThat(moved.differs())
                .as("all that is left of both lies on one host")
                .isFalse();
        assertThat(MapOutputMatrix.UNKNOWN.onHosts(host -> host, 5).isUnknown()).isTrue();
    }

    @Test
    void aTaskCarriesItsOwnSharesOverTheNetwork() {
        OfferingCluster cluster = OfferingCluster.ofRacks(1, 4);
        double[] row = new double[cluster.topology.nodes().size()];
        row[cluster.h("h1")] = 90;
        row[cluster.h("h2")] = 10;
        MapOutputMatrix matrix = MapOutputMatrix.alike(Map.of(cluster.h("h1"), row[cluster.h("h1")]));
        assertThat(crossingDown(cluster, matrix.of(0))).isZero();

        assertThat(crossingDown(cluster, matrix(row, new double[row.length]).of(0)))
                .isCloseTo(0.1, within(1e-6));
    }

    /** Share that crosses the link to h1 when h1 receives. */
    private static double crossingDown(OfferingCluster cluster, MapOutputLocations senders) {
        Transfer transfer = senders.transfer(new EvenSplit(cluster.routes()), cluster.h("h1"), 100, 1, 1);
        return transfer.shares().get(0);
    }
}
