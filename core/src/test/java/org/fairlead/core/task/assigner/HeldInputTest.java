// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.ChoiceExplanation;
import org.junit.jupiter.api.Test;

/** What becomes of choices where input lies in a host's memory, or is on its way there. */
class HeldInputTest {
    private static final double BLOCK = 120e6;

    private final OfferingCluster cluster = OfferingCluster.ofRacks(3, 3);
    private final TaskSet maps = cluster.maps();
    private final TaskAssigner own = TaskAssigners.named("fairlead");

    private int h(String host) {
        return cluster.h(host);
    }

    @Test
    void everyAssignerGivesAHostFirstWhatItHolds() {
        for (String name : TaskAssigners.names()) {
            TaskSet tasks = cluster.maps();
            cluster.add(tasks, 0, BLOCK, "h1");
            cluster.add(tasks, 1, BLOCK, "h4");
            tasks.held(1, h("h1"), BLOCK);

            Choice choice = TaskAssigners.named(name).choose(cluster.offer("h1"), tasks, cluster, 0);

            assertThat(choice).as(name).isInstanceOfSatisfying(Choice.Launch.class, launch -> {
                assertThat(launch.task()).isEqualTo(1);
                assertThat(launch.locality()).isEqualTo(Locality.HOST);
            });
        }
    }

    @Test
    void whatArrivesOnAHostIsItsNextTaskAmongThoseThatNoHostHas() {
        for (String name : TaskAssigners.names()) {
            TaskSet tasks = cluster.maps();
            for (int task = 0; task < 4; task++) {
                cluster.add(tasks, task, BLOCK);
            }
            tasks.held(2, h("h1"), BLOCK / 2);

            Choice here = TaskAssigners.named(name).choose(cluster.offer("h1"), tasks, cluster, 0);
            Choice elsewhere = TaskAssigners.named(name).choose(cluster.offer("h2"), tasks, cluster, 0);

            assertThat(here).as(name).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.task())
                    .isEqualTo(2));
            assertThat(elsewhere).as(name).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(
                            launch.task())
                    .isZero());
        }
    }

    @Test
    void whatArrivesOnAHostIsItsNextTaskAmongThoseFromElsewhere() {
        for (String name : TaskAssigners.names()) {
            OfferingCluster busy = OfferingCluster.ofRacks(3, 3);
            Arrays.fill(busy.waits, 99);
            TaskSet tasks = busy.maps();
            for (int task = 0; task < 4; task++) {
                busy.add(tasks, task, BLOCK, "h" + (4 + task % 2));
            }
            tasks.held(2, h("h1"), BLOCK / 2);

            Choice choice = TaskAssigners.make(
                            name, AssignerOptions.USUAL.with(new AssignerOptions.Waits(0, 0, true, false)))
                    .choose(busy.offer("h1"), tasks, busy, 0);

            assertThat(choice).as(name).isInstanceOfSatisfying(Choice.Launch.class, launch -> {
                assertThat(launch.task()).isEqualTo(2);
                assertThat(launch.locality()).isEqualTo(Locality.ANY);
            });
        }
    }

    @Test
    void whatOthersHoldIsLeftToThemAsLongAsThereIsAnythingElse() {
        for (String name : TaskAssigners.names()) {
            TaskSet tasks = cluster.maps();
            cluster.add(tasks, 0, BLOCK, "h1");
            cluster.add(tasks, 1, BLOCK, "h1");
            tasks.held(0, h("h5"), BLOCK);

            Choice choice = TaskAssigners.named(name).choose(cluster.offer("h1"), tasks, cluster, 0);

            assertThat(choice).as(name).isInstanceOfSatisfying(Choice.Launch.class, launch -> assertThat(launch.task())
                    .isEqualTo(1));
        }
    }

    @Test
    void whatIsHeldIsReadWithoutLinksAndDisk() {
        Arrays.fill(cluster.waits, 99);
        cluster.loaded(link -> 0.99);
        cluster.disk("h1", 1, 20e6);
        cluster.add(maps, 0, BLOCK, "h4");
        maps.learned(2 / BLOCK, 0);
        maps.held(0, h("h1"), BLOCK);

        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0))
                .isInstanceOfSatisfying(Choice.Launch.class, launch -> {
                    assertThat(launch.expectedSeconds()).isBetween(1.99, 2.01);
                    assertThat(launch.source()).isEqualTo(h("h1"));
                });
    }

    @Test
    void ofWhatArrivesTheRestIsReadFromItsReplica() {
        Arrays.fill(cluster.waits, 99);
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0); // 20 MB/s are left
        cluster.add(maps, 0, BLOCK, "h4");
        maps.held(0, h("h1"), 100e6);

        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0))
                .isInstanceOfSatisfying(Choice.Launch.class, launch -> {
                    assertThat(launch.expectedSeconds()).isBetween(0.99, 1.01);
                    assertThat(launch.source()).isEqualTo(h("h4"));
                });
    }

    @Test
    void whatIsOnItsWayComesBeforeWhatWouldComeFaster() {
        Arrays.fill(cluster.waits, 99);
        cluster.loaded(link -> link.from().name().equals("h4") ? 0.9 : 0);
        cluster.add(maps, 0, BLOCK, "h5");
        cluster.add(maps, 1, BLOCK, "h4");

        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0))
                .isInstanceOfSatisfying(
                        Choice.Launch.class, launch -> assertThat(launch.task()).isZero());
        maps.held(1, h("h1"), 1);
        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0))
                .isInstanceOfSatisfying(
                        Choice.Launch.class, launch -> assertThat(launch.task()).isEqualTo(1));
    }

    @Test
    void aTaskDoesNotWaitForASlotBesideItsInputWhereThatIsHeld() {
        Arrays.fill(cluster.waits, 99);
        cluster.waits[h("h4")] = 3;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        cluster.add(maps, 0, BLOCK, "h4");
        maps.learned(2 / BLOCK, 0);

        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0)).isInstanceOf(Choice.Decline.class);
        maps.held(0, h("h1"), BLOCK);
        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void aTaskWaitsForASlotWhereItsInputIsHeld() {
        Arrays.fill(cluster.waits, 99);
        cluster.waits[h("h5")] = 1;
        cluster.loaded(link -> link.to().name().equals("h1") ? 0.84 : 0);
        cluster.add(maps, 0, BLOCK, "h4");
        maps.held(0, h("h5"), BLOCK);

        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0))
                .isInstanceOfSatisfying(Choice.Decline.class, decline -> assertThat(decline.better())
                        .isEqualTo(h("h5")));
    }

    @Test
    void aSlowSourceIsNotWaitedForWhereItsBlockIsHeld() {
        Arrays.fill(cluster.waits, 99);
        cluster.waits[h("h4")] = 3;
        cluster.readRates[h("h4")] = 1e6;
        cluster.toRead[h("h4")] = 2e6;
        cluster.add(maps, 0, 4e6, "h4");

        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0)).isInstanceOf(Choice.Decline.class);
        maps.held(0, h("h1"), 4e6);
        assertThat(own.choose(cluster.offer("h1"), maps, cluster, 0)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void theGroundsOfAChoiceCountItAsWell() {
        cluster.loaded(link -> 0.9);
        cluster.add(maps, 0, BLOCK, "h4");
        maps.learned(2 / BLOCK, 0);
        maps.held(0, h("h1"), BLOCK);
        Choice choice = own.choose(cluster.offer("h1"), maps, cluster, 0);

        ChoiceExplanation grounds = ChoiceExplanation.of(choice, cluster.offer("h1"), maps, cluster, 0)
                .orElseThrow();

        assertThat(grounds.candidates().get(0).seconds()).isBetween(1.99, 2.01);
        assertThat(grounds.stock())
                .hasValueSatisfying(stock -> assertThat(stock.seconds()).isBetween(1.99, 2.01));
    }
}
