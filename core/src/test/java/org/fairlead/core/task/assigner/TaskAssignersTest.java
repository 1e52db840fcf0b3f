// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.view.NodeStatus;

/** What holds for every assigner. */
class TaskAssignersTest {
    private static final long SECOND = OfferingCluster.SECOND;

    private static OfferingCluster drawn(Random random) {
        OfferingCluster cluster = OfferingCluster.ofRacks(1 + random.nextInt(4), 1 + random.nextInt(4));
        for (int host = 0; host < cluster.waits.length; host++) {
            cluster.waits[host] = random.nextInt(20);
            cluster.toReceive[host] = random.nextInt(4) * OfferingCluster.LINK;
            cluster.statuses[host] = new NodeStatus(random.nextInt(100) * 1e6, 0, random.nextInt(11) / 10.0, 0);
        }
        return cluster.loaded(link -> random.nextInt(11) / 10.0);
    }

    private static TaskSet tasks(OfferingCluster cluster, Random random, InputKind kind) {
        TaskSet tasks = new TaskSet(random.nextInt(99), kind, cluster.routes());
        int hosts = cluster.topology.hosts().size();
        int count = 1 + random.nextInt(20);
        for (int task = 0; task < count; task++) {
            int[] on = random.ints(kind == InputKind.SHUFFLE ? 0 : random.nextInt(4), 0, hosts)
                    .map(at -> cluster.topology.hosts().get(at).index())
                    .toArray();
            tasks.add(task, on, random.nextInt(300) * 1e6);
        }
        tasks.learned(random.nextInt(3) * 1e-8, random.nextInt(3));
        return tasks;
    }

    private static Offer offer(OfferingCluster cluster, Random random, InputKind kind) {
        int at = random.nextInt(cluster.topology.hosts().size());
        return new Offer(cluster.topology.hosts().get(at).index(), 1, random.nextBoolean(), kind);
    }

    private static TaskAssigner named(String name, long seed) {
        AssignerOptions options = seed % 2 == 0
                ? AssignerOptions.USUAL
                : AssignerOptions.USUAL.with(AssignerOptions.Delay.seconds(5, 10));
        return TaskAssigners.make(name, options);
    }

    @Property(tries = 80)
    void aChoiceNamesAPendingTaskAndTheSameHistoryGivesTheSameChoices(@ForAll long seed) {
        for (String name : TaskAssigners.names()) {
            assertThat(history(name, seed)).as(name).isEqualTo(history(name, seed));
        }
    }

    private static String history(String name, long seed) {
        Random random = new Random(seed);
        OfferingCluster cluster = drawn(random);
        InputKind kind = random.nextBoolean() ? InputKind.BLOCKS : InputKind.SHUFFLE;
        TaskSet tasks = tasks(cluster, random, kind);
        TaskAssigner assigner = named(name, seed);
        StringBuilder history = new StringBuilder();
        for (int step = 0; step < 20; step++) {
            long now = step * SECOND / 20;
            Choice choice = assigner.choose(offer(cluster, random, kind), tasks, cluster, now);
            history.append(choice).append('\n');
            if (choice instanceof Choice.Launch launch) {
                assertThat(tasks.isPending(launch.task())).as(name).isTrue();
                tasks.launched(launch.task());
            } else {
                assertThat(tasks.size() == 0 || ((Choice.Decline) choice).cause() != Choice.Cause.NOTHING_PENDING)
                        .as(name)
                        .isTrue();
            }
        }
        return history.toString();
    }

    @Property(tries = 80)
    void nothingIsRefusedWhileNothingRuns(@ForAll long seed) {
        for (String name : TaskAssigners.names()) {
            Random random = new Random(seed);
            OfferingCluster cluster = drawn(random);
            cluster.running = 0;
            InputKind kind = random.nextBoolean() ? InputKind.BLOCKS : InputKind.SHUFFLE;
            TaskSet tasks = tasks(cluster, random, kind);
            long now = random.nextInt(4) * SECOND;
            assertThat(named(name, seed).choose(offer(cluster, random, kind), tasks, cluster, now))
                    .as(name)
                    .isInstanceOf(Choice.Launch.class);
        }
    }

    @Property(tries = 40)
    void everyTaskIsLaunchedInTheEndThoughNothingEverGetsBetter(@ForAll long seed) {
        for (String name : TaskAssigners.names()) {
            Random random = new Random(seed);
            OfferingCluster cluster = drawn(random);
            InputKind kind = random.nextBoolean() ? InputKind.BLOCKS : InputKind.SHUFFLE;
            TaskSet tasks = tasks(cluster, random, kind);
            TaskAssigner assigner = named(name, seed);
            Offer only = offer(cluster, random, kind);
            long limit = (tasks.size() + 1) * 61L;
            for (long second = 0; second < limit && tasks.size() > 0; second++) {
                cluster.report(second * SECOND);
                Choice choice = assigner.choose(only, tasks, cluster, second * SECOND);
                if (choice instanceof Choice.Launch launch) {
                    tasks.launched(launch.task());
                } else {
                    long until = ((Choice.Decline) choice).untilNanos();
                    assertThat(until).as(name).isLessThanOrEqualTo(second * SECOND + 60 * SECOND);
                }
            }
            assertThat(tasks.size()).as(name).isZero();
        }
    }
}
