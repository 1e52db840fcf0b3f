// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.PendingChanges;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.profile.BlockRead;
import org.fairlead.core.profile.EndedTask;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;

/** An application whose stages are planned, whose tasks start as planned and end by chance; and what its plans said. */
final class PlannedApplication {
    private static final long SECOND = OfferingCluster.SECOND;
    private static final int SLOTS = 2;

    final ForeseenCluster cluster;
    final ApplicationPlanner planner;
    final TaskAssigner policy;
    final List<Stage> stages = new ArrayList<>();
    final List<String> said = new ArrayList<>();
    long now;
    private final Random random;
    private final List<String> hosts;
    /** By executor, its host. */
    private final Map<String, String> executors = new LinkedHashMap<>();

    private final Map<String, Integer> taken = new HashMap<>();
    private final List<Running> running = new ArrayList<>();
    private long attempts;

    private record Running(long id, Stage stage, int task, String executor) {}

    PlannedApplication(TaskAssigner policy, Random random) {
        this.policy = policy;
        this.random = random;
        cluster = ForeseenCluster.ofRacks(1 + random.nextInt(3), 1 + random.nextInt(3));
        int[] busy = random.ints(cluster.topology().links().size(), 0, 11).toArray();
        cluster.cluster.loaded(link -> busy[link.index()] / 10.0);
        hosts = cluster.topology().hosts().stream().map(host -> host.name()).toList();
        for (String host : hosts) {
            for (int executor = 1 + random.nextInt(2); executor > 0; executor--) {
                executors.put(host + "/" + executor, host);
            }
        }
        planner = new ApplicationPlanner(policy, SECOND, Optional.empty());
        for (int number = 0; number < 1 + random.nextInt(3); number++) {
            stages.add(new Stage(number, random));
        }
    }

    /** A stage that nobody has submitted yet: always the same. */
    Stage foreseen() {
        return new Stage(99, new Random(5));
    }

    final class Stage implements StageTasks {
        final PlannedStage planned;
        private final StageAttempt id;
        private final InputKind kind;
        private final List<List<String>> preferred = new ArrayList<>();
        private final Set<Integer> pending = new HashSet<>();
        private final PendingChanges changes;

        Stage(int number, Random drawn) {
            id = new StageAttempt(number, 0);
            kind = number % 3 == 1 ? InputKind.SHUFFLE : InputKind.BLOCKS;
            for (int task = 0; task < 5 + drawn.nextInt(30); task++) {
                preferred.add(drawn.ints(kind == InputKind.SHUFFLE ? 0 : 1 + drawn.nextInt(2), 0, hosts.size())
                        .mapToObj(hosts::get)
                        .toList());
                pending.add(task);
            }
            changes = new PendingChanges(preferred.size());
            planned = planner.stage(this);
        }

        int pendingTasks() {
            return pending.size();
        }

        @Override
        public StageAttempt id() {
            return id;
        }

        @Override
        public long seed() {
            return id.stage();
        }

        @Override
        public int count() {
            return preferred.size();
        }

        @Override
        public boolean isPending(int task) {
            return pending.contains(task);
        }

        @Override
        public boolean isRestricted(int task) {
            return false;
        }

        @Override
        public boolean isClosed(String executorId, String host) {
            return false;
        }

        @Override
        public List<String> preferredHosts(int task) {
            return preferred.get(task);
        }

        @Override
        public int coresPerTask() {
            return 1;
        }

        @Override
        public Input input() {
            return new Input(kind, task -> (1 + task % 3) * 64e6, 96e6, MapOutput.NONE, Set.of(id.stage() % 2));
        }

        @Override
        public ToDoubleFunction<String> bytesBesides() {
            return host -> host.endsWith("1") ? 20e6 : 0;
        }

        @Override
        public Optional<String> fifoPool() {
            return Optional.of("default");
        }

        @Override
        public int priority() {
            return id.stage();
        }

        @Override
        public PendingChanges changes() {
            return changes;
        }
    }

    /** Time goes on: tasks end, well or not. */
    void step() {
        now += (long) (SECOND * 1.5 * random.nextDouble());
        cluster.cluster.report(now);
        for (Iterator<Running> all = running.iterator(); all.hasNext(); ) {
            Running task = all.next();
            if (random.nextInt(3) > 0) {
                continue;
            }
            all.remove();
            taken.merge(task.executor, -1, Integer::sum);
            planner.ended(task.id, now);
            if (random.nextInt(8) == 0) {
                task.stage.pending.add(task.task);
                task.stage.changes.added(task.task);
            } else {
                double seconds = 1 + 4 * random.nextDouble();
                planner.succeeded(
                        task.id, task.stage.id, new EndedTask(seconds, 0.5, 96e6, OptionalDouble.of(0.1)), now);
            }
        }
        executors.forEach((id, host) -> planner.executors().offered(id, host, free(id)));
        if (random.nextInt(4) == 0) {
            Stage stage = stages.get(random.nextInt(stages.size()));
            int task = random.nextInt(stage.count());
            String executor = List.copyOf(executors.keySet()).get(random.nextInt(executors.size()));
            planner.held(stage.planned, task, executor, executors.get(executor), random.nextInt(3) * 64e6, cluster);
        }
    }

    private int free(String executor) {
        return SLOTS - taken.getOrDefault(executor, 0);
    }

    /** Plans are made where they are due, and tasks for free slots start as planned. */
    void plan() {
        for (Stage stage : stages) {
            boolean due = planner.isDue(stage.planned, cluster, now);
            said.add(stage.id + " at " + now + (due ? " is due" : " is not due"));
            if (due && planner.renew(stage.planned, cluster, now)) {
                planner.plan(stage.planned, cluster, now, () -> true).ifPresent(made -> carryOut(stage, made));
            }
        }
    }

    private void carryOut(Stage stage, StagePlan made) {
        said.add(made.choices() + " choices, launches now: " + made.launchesNow());
        for (String host : hosts) {
            said.add(host + ": " + made.plan().launches(host));
        }
        executors.forEach((executor, host) -> {
            OfferResponse response = made.plan().respond(executor, host, LocalityLevel.ANY, stage::isPending, now);
            said.add(executor + ": " + response);
            while (response instanceof OfferResponse.Launch launch
                    && launch.startSeconds() <= 0
                    && free(executor) > 0
                    && random.nextInt(5) > 0) {
                launch(stage, executor, host, launch);
                response = made.plan().respond(executor, host, LocalityLevel.ANY, stage::isPending, now);
            }
        });
    }

    private void launch(Stage stage, String executor, String host, OfferResponse.Launch launch) {
        stage.pending.remove(launch.task());
        stage.changes.gone(launch.task());
        taken.merge(executor, 1, Integer::sum);
        planner.executors().launched(executor, 1);
        Optional<BlockRead> block = launch.sourceNames().stream()
                .findFirst()
                .map(source -> new BlockRead(source, launch.bytes(), !source.equals(host)));
        planner.launched(attempts, stage.id, executor, host, launch.expectedSeconds(), block, now);
        running.add(new Running(attempts++, stage, launch.task(), executor));
    }
}
