// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.junit.jupiter.api.Test;

/** Four hosts at 125 MB/s; every task receives 100 MB evenly from all, task 0 ten times as much, nine tenths of it from h1. */
class SkewedReducesTest {
    private static final double TASK = 100e6;

    private final OfferingCluster cluster = OfferingCluster.ofRacks(1, 4);
    private final TaskAssigner policy = TaskAssigners.named("fairlead");
    private final TaskSet tasks = cluster.reduces();

    SkewedReducesTest() {
        MapOutputMatrix.Builder output = new MapOutputMatrix.Builder();
        for (int task = 0; task < 8; task++) {
            double[] row = new double[cluster.topology.nodes().size()];
            double bytes = task == 0 ? 10 * TASK : TASK;
            for (int host = 1; host <= 4; host++) {
                row[cluster.h("h" + host)] = task > 0 ? bytes / 4 : host == 1 ? 0.9 * bytes : 0.1 * bytes / 3;
            }
            output.add(task, row);
        }
        MapOutputMatrix matrix = output.build();
        tasks.sentBy(matrix);
        for (int task = 0; task < 8; task++) {
            tasks.add(task, matrix.of(task).outstanding(), task == 0 ? 10 * TASK : TASK);
        }
    }

    private Choice choose(String host) {
        return policy.choose(cluster.offer(host), tasks, cluster, 0);
    }

    @Test
    void theHeavyReduceGoesToTheHostWithMostOfItsBytes() {
        // 100 of 1000 MB cross the network: 0.8 s over 125 MB/s, and a fifth of the 33 MB that each other host sends
        assertThat(choose("h1")).isInstanceOfSatisfying(Choice.Launch.class, launch -> {
            assertThat(launch.task()).isZero();
            assertThat(launch.locality()).isEqualTo(Locality.HOST);
            assertThat(launch.expectedSeconds()).isCloseTo(0.8 + 0.2 * 0.1 / 3 * 8, within(1e-3));
        });
    }

    @Test
    void andOtherHostsTakeOthersMeanwhile() {
        assertThat(choose("h2")).isInstanceOfSatisfying(Choice.Launch.class, launch -> {
            assertThat(launch.task()).isNotZero();
            assertThat(launch.expectedSeconds()).isLessThan(1);
        });
    }

    @Test
    void whenItsHostHasNoSlotForLongAnotherTakesIt() {
        cluster.waits[cluster.h("h1")] = 60;
        for (int task = 1; task < 8; task++) {
            tasks.launched(task);
        }

        assertThat(choose("h2")).isInstanceOfSatisfying(Choice.Launch.class, launch -> {
            assertThat(launch.task()).isZero();
            // 900 MB from h1 over 125 MB/s is a part of the 967 MB that it receives
            assertThat(launch.expectedSeconds()).isBetween(7.7, 9.3);
        });
    }

    @Test
    void aloneItWaitsForItsHost() {
        cluster.waits[cluster.h("h1")] = 1;
        for (int task = 1; task < 8; task++) {
            tasks.launched(task);
        }

        assertThat(choose("h2")).isInstanceOfSatisfying(Choice.Decline.class, decline -> assertThat(decline.better())
                .isEqualTo(cluster.h("h1")));
    }

    @Test
    void stockPrefersTheHostWithAFifthOfIt() {
        TaskAssigner stock = new LocalityWait("stock", new AssignerOptions.Waits(3, 3, true, true));
        Choice choice = stock.choose(cluster.offer("h1"), tasks, cluster, 0);

        assertThat(choice).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.task())
                .isZero());
    }
}
