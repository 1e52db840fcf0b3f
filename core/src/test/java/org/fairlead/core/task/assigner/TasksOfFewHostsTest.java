// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.ToIntBiFunction;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskSet;
import org.junit.jupiter.api.Test;

/** Of tasks with input on it a host leaves those to others that have little else to run. */
class TasksOfFewHostsTest {
    private static final double BYTES = 1e6;

    private final OfferingCluster cluster = OfferingCluster.ofRacks(2, 3);
    private final TaskSet maps = cluster.maps();

    private int chosen(String host) {
        return launched(cluster, maps, host);
    }

    private static int launched(OfferingCluster cluster, TaskSet tasks, String host) {
        Choice choice =
                TaskAssigners.named("fairlead").choose(cluster.offer(host), tasks, cluster, OfferingCluster.SECOND);
        return ((Choice.Launch) choice).task();
    }

    @Test
    void whatAHostWithLittleToDoCouldRunIsLeftToIt() {
        cluster.add(maps, 0, BYTES, "h1", "h2");
        cluster.add(maps, 1, BYTES, "h1", "h4");
        cluster.add(maps, 2, BYTES, "h4", "h5");

        assertThat(chosen("h1")).as("h4 has two to run, h2 one").isEqualTo(1);
    }

    @Test
    void ofSeveralOthersThatOneCountsThatHasLeastToDo() {
        cluster.add(maps, 0, BYTES, "h1", "h2", "h3");
        cluster.add(maps, 1, BYTES, "h1", "h2", "h4");
        cluster.add(maps, 2, BYTES, "h2", "h4");

        assertThat(chosen("h1"))
                .as("h3 has one to run, of the others each has two")
                .isEqualTo(1);
    }

    @Test
    void whatNoOtherHostCouldRunComesFirst() {
        cluster.add(maps, 0, BYTES, "h1", "h2");
        cluster.add(maps, 1, BYTES, "h2", "h3");
        cluster.add(maps, 2, BYTES, "h1");

        assertThat(chosen("h1")).isEqualTo(2);
    }

    @Test
    void hostsWithoutSlotsRunNothing() {
        cluster.withoutSlots.add(cluster.h("h2"));
        cluster.add(maps, 0, BYTES, "h1", "h3");
        cluster.add(maps, 1, BYTES, "h1", "h2");

        assertThat(chosen("h1")).isEqualTo(1);
    }

    @Test
    void amongEqualsTheOldestComesFirst() {
        cluster.add(maps, 3, BYTES, "h1", "h2");
        cluster.add(maps, 1, BYTES, "h1", "h3");

        assertThat(chosen("h1")).isEqualTo(3);
    }

    @Test
    void whatIsHeldInMemoryComesBeforeAll() {
        cluster.add(maps, 0, BYTES, "h1");
        cluster.add(maps, 1, BYTES, "h2", "h3");
        maps.held(1, cluster.h("h1"), BYTES);

        assertThat(chosen("h1")).isEqualTo(1);
    }

    /** Stages of 14 tasks with two replicas on four hosts of a slot each. */
    @Test
    void stagesTakeFewerRoundsThanWhereTheOldestComesFirst() {
        int ours = 0;
        int stocks = 0;
        for (int seed = 0; seed < 200; seed++) {
            ours += rounds(seed, (tasks, host) -> launched(cluster, tasks, host));
            stocks += rounds(
                    seed,
                    (tasks, host) -> tasks.onHost(cluster.h(host), 1).get(0).first());
        }

        assertThat(ours).as("no fewer than four each").isEqualTo(200 * 4);
        assertThat(stocks).isGreaterThan(ours);
    }

    /** Rounds in which each host runs a task beside its input, if it has any, until all have run. */
    private int rounds(int seed, ToIntBiFunction<TaskSet, String> choice) {
        Random random = new Random(seed);
        TaskSet tasks = cluster.maps();
        String[] hosts = {"h1", "h2", "h3", "h4"};
        for (int task = 0; task < 14; task++) {
            int first = random.nextInt(4);
            cluster.add(tasks, task, BYTES, hosts[first], hosts[(first + 1 + random.nextInt(3)) % 4]);
        }
        int rounds = 0;
        for (; tasks.size() > 0; rounds++) {
            for (String host : hosts) {
                if (tasks.pendingOn(cluster.h(host)) > 0) {
                    tasks.launched(choice.applyAsInt(tasks, host));
                }
            }
        }
        return rounds;
    }
}
