// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.fairlead.core.prefetch.shadow.ForeseenCluster.Stage;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.order.JobOrders;
import org.fairlead.core.view.NodeStatus;

/** A look-ahead leaves no trace: what is chosen with one in between is what is chosen without, by every assigner. */
@Tag("long")
class NoTraceTest {
    private static final long SECOND = OfferingCluster.SECOND;

    @Provide
    static Arbitrary<String> assigners() {
        return Arbitraries.of(TaskAssigners.names());
    }

    private static TaskAssigner named(String name, Random random) {
        AssignerOptions waits = AssignerOptions.USUAL
                .with(AssignerOptions.Delay.seconds(random.nextInt(3), random.nextInt(3)))
                .with(new AssignerOptions.Waits(1, 1, true, random.nextBoolean()));
        AssignerOptions skips = AssignerOptions.USUAL.with(AssignerOptions.Delay.skips(2, 3));
        return TaskAssigners.make(name, random.nextBoolean() ? waits : skips);
    }

    /** Sets of pending tasks to which slots are offered, as a scheduler does without a planner. */
    private static List<String> choices(String policy, long seed, boolean ahead) {
        Random random = new Random(seed);
        Random others = new Random(seed + 1);
        ForeseenCluster cluster = ForeseenCluster.ofRacks(1 + random.nextInt(3), 1 + random.nextInt(4));
        OfferingCluster now = cluster.cluster;
        for (int host = 0; host < now.waits.length; host++) {
            now.waits[host] = random.nextInt(6);
            now.toReceive[host] = random.nextInt(4) * OfferingCluster.LINK;
            now.statuses[host] = new NodeStatus(random.nextInt(100) * 1e6, 0, random.nextInt(11) / 10.0, 0);
            now.readRates[host] = random.nextInt(4) == 0 ? 2e6 : Double.POSITIVE_INFINITY;
        }
        now.loaded(link -> random.nextInt(11) / 10.0);
        Stage maps = cluster.maps(1).taking(2);
        Stage reduces = cluster.reduces(2).taking(3);
        List<String> hosts =
                now.topology.hosts().stream().map(host -> host.name()).toList();
        for (int task = 0; task < 25; task++) {
            int[] on = random.ints(random.nextInt(4), 0, hosts.size())
                    .map(at -> now.topology.hosts().get(at).index())
                    .toArray();
            maps.tasks().add(task, on, random.nextInt(300) * 1e6);
            reduces.tasks().add(task, new int[0], random.nextInt(300) * 1e6);
        }
        maps.tasks().learned(random.nextInt(3) * 1e-8, random.nextInt(3));
        cluster.job(1, 25, maps);
        cluster.job(2, 25, reduces);
        hosts.forEach(host -> cluster.executor(host, random.nextInt(2), maps, random.nextInt(5), random.nextInt(5)));
        TaskAssigner assigner = named(policy, random);
        ShadowScheduler shadow = new ShadowScheduler(assigner, JobOrders.FAIR.make(List.of()), 3);
        List<String> said = new ArrayList<>();
        for (int step = 0; step < 40; step++) {
            long at = step * SECOND / 4;
            TaskSet tasks = random.nextBoolean() ? maps.tasks() : reduces.tasks();
            if (random.nextInt(5) == 0 && tasks.isPending(step % 25)) {
                tasks.held(step % 25, now.h(hosts.get(random.nextInt(hosts.size()))), random.nextInt(3) * 100e6);
            }
            if (ahead && others.nextBoolean()) {
                cluster.lookAhead(shadow, at);
            }
            Offer offer = new Offer(
                    now.h(hosts.get(random.nextInt(hosts.size()))), 1, false, InputKind.BLOCKS, random.nextBoolean());
            Choice choice = assigner.choose(offer, tasks, now, at);
            said.add(choice.toString());
            if (choice instanceof Choice.Launch launch && random.nextInt(4) > 0) {
                tasks.launched(launch.task());
            }
            assigner.roundEnded(tasks, random.nextBoolean(), at);
        }
        return said;
    }

    @Property(tries = 300)
    void offersGetTheSameTasks(@ForAll("assigners") String policy, @ForAll long seed) {
        assertThat(choices(policy, seed, true)).isEqualTo(choices(policy, seed, false));
    }

    /** Stages of an application whose plans are made and carried out. */
    private static List<String> plans(String policy, long seed, boolean ahead) {
        Random random = new Random(seed);
        Random others = new Random(seed + 1);
        PlannedApplication application = new PlannedApplication(named(policy, random), random);
        for (int step = 0; step < 25; step++) {
            application.step();
            if (ahead) {
                for (int times = others.nextInt(3); times > 0; times--) {
                    lookAhead(application);
                }
            }
            application.plan();
        }
        return application.said;
    }

    /** Of each stage a task that was asked for by an executor. */
    private static List<PrefetchRequest> standing(PlannedApplication application) {
        List<PrefetchRequest> standing = new ArrayList<>();
        application.planner.executors().all().stream().findFirst().ifPresent(executor -> {
            int host = application.cluster.host(executor.host());
            int other = application.cluster.host("h2");
            for (PlannedApplication.Stage stage :
                    other < 0 || other == host ? List.<PlannedApplication.Stage>of() : application.stages) {
                StageAttempt id = application.planner.id(stage.planned);
                standing.add(new PrefetchRequest(
                        executor.id(), host, id, 2, 1, 10, other, 64_000_000, application.now + SECOND));
            }
        });
        return standing;
    }

    private static void lookAhead(PlannedApplication application) {
        List<ShadowStage> stages = new ArrayList<>();
        Set<StageAttempt> running = new HashSet<>();
        for (PlannedApplication.Stage stage : application.stages) {
            Optional<PlannerStage> known = PlannerStage.of(
                    application.planner,
                    stage.planned,
                    Set.of(),
                    stage.pendingTasks(),
                    PlannerStage.Times.UNKNOWN,
                    application.cluster,
                    application.now);
            known.ifPresent(stages::add);
            running.add(stage.id());
        }
        PlannedApplication.Stage next = application.foreseen();
        application.planner.foresee(next.planned, application.cluster, application.now);
        PlannerStage.of(
                        application.planner,
                        next.planned,
                        running,
                        next.pendingTasks(),
                        PlannerStage.Times.UNKNOWN,
                        application.cluster,
                        application.now)
                .ifPresent(stages::add);
        new ShadowScheduler(application.policy, JobOrders.FIFO.make(List.of()), 3)
                .lookAhead(
                        List.of(new ShadowJob(1, "default", 0, 10, stages)),
                        SlotForecast.of(
                                application.planner,
                                application.cluster,
                                1,
                                SlotForecast.Ends.UNKNOWN,
                                application.now),
                        standing(application),
                        application.cluster,
                        ForeseenCluster.FAR,
                        application.now,
                        () -> true);
    }

    @Property(tries = 200)
    void plansAreTheSame(@ForAll("assigners") String policy, @ForAll long seed) {
        assertThat(plans(policy, seed, true)).isEqualTo(plans(policy, seed, false));
    }
}
