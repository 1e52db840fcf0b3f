// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.topology.Link;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.EventHandler;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.lead.InputKnown;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/**
 * What crosses links of a shuffle of more than 4,096 pairs, which comes from all machines at once unless pairs are apart: two racks of two machines, links of 100 MB/s; reduces on the first machine fetch,
 * and not all maps have ended. MB = 10^6.
 */
class WideShuffleTest {
    private static final double MB = 1e6;
    private static final int MAPS = Shuffles.WIDE + 1;
    private static final int READER = 0;
    private static final int NEAR = 1;
    private static final int FAR = 2;

    /** A run of which nothing happens but the shuffle, and what the test does at times. */
    private static final class Shuffling implements EventHandler {
        private final RunContext world;
        private final StageRun maps;
        private final StageRun reduces;
        private final Shuffles shuffles;
        private final List<Runnable> steps = new ArrayList<>();

        Shuffling(int tasks, boolean apart) {
            world = new RunContext(
                    JobSimulationTest.spark(2), 1, 1, 1, this, SharingRule.MAX_MIN, false, SharedStore.NONE);
            world.meter.switchOn(world.resources());
            Stage map = JobSimulationTest.stage(MAPS, new Stage.Input.None(), 0, new Stage.Output.Shuffle(1));
            Stage.Input fetched = new Stage.Input.Shuffle(List.of());
            Stage reduce = JobSimulationTest.stage(tasks, fetched, 0, new Stage.Output.None(), 0);
            Job both = new Job("j", "test", "default", 0, List.of(map, reduce));
            JobState job = new JobState(0, both, 0, () -> InputKnown.NEVER);
            maps = StageRun.of(job, 0, world.routes);
            reduces = StageRun.of(job, 1, world.routes);
            job.stages.addAll(List.of(maps, reduces));
            shuffles = new Shuffles(world, apart, attempt -> {});
        }

        void at(double seconds, Runnable step) {
            steps.add(step);
            world.engine.at(seconds, 0, steps.size() - 1);
        }

        /** A map has ended. */
        void made(int machine, double bytes) {
            maps.output(machine, world.routes.rackOf(world.machines.host(machine)), bytes);
        }

        void look() {
            shuffles.look(reduces);
        }

        RunningAttempt join(int task) {
            int id = world.newNumber();
            int generation = world.newGeneration();
            RunningAttempt attempt = new RunningAttempt(id, generation, reduces, task, READER, task, 0, false);
            shuffles.join(attempt, List.of());
            return attempt;
        }

        /** Runs to the end. */
        double bytesOn(String link) {
            assertThat(world.engine.run(() -> true)).isTrue();
            int index = world.cluster.topology().links().stream()
                    .filter(each -> each.name().equals(link))
                    .mapToInt(Link::index)
                    .findFirst()
                    .orElseThrow();
            return world.meter.read()[index];
        }

        @Override
        public void timer(int kind, long payload) {
            steps.get((int) payload).run();
        }

        @Override
        public void ended(int activity, long payload) {
            shuffles.ended(RunContext.second(payload), RunContext.first(payload));
        }
    }

    @Test
    void whatIsMadeWhileAReduceFetchesComesFromItsRack() {
        Shuffling run = new Shuffling(1, false);
        run.join(0);
        run.at(0, () -> {
            run.made(NEAR, 100 * MB);
            run.look();
        });
        run.at(0.5, () -> {
            run.made(FAR, 100 * MB);
            run.look();
        });
        // The second flow begins when the first one ends, with what the reduce knew at 0.5 s.
        run.at(0.75, () -> run.made(FAR, 100 * MB));
        run.at(1.5, run::look);

        assertThat(run.bytesOn("e2->c1")).isCloseTo(200 * MB, within(1.0));
        assertThat(run.bytesOn("c1->e1")).isCloseTo(200 * MB, within(1.0));
        assertThat(run.bytesOn("e1->c1")).isZero();
    }

    @Test
    void whatIsLeftWhenOneOfTwoIsKilledStillComesFromItsRack() {
        Shuffling run = new Shuffling(2, false);
        run.join(0);
        RunningAttempt killed = run.join(1);
        run.at(0, () -> {
            run.made(FAR, 200 * MB);
            run.look();
        });
        run.at(1, () -> run.shuffles.leave(killed));

        // Half of 200 MB for both; of the other half what the one that is left wants.
        assertThat(run.bytesOn("e2->c1")).isCloseTo(150 * MB, within(1.0));
    }

    /** One reduce, for which three maps have made 100 MB each: one on its own machine, one in its rack, one in the other. */
    private static Shuffling threeMaps(boolean apart) {
        Shuffling run = new Shuffling(1, apart);
        run.join(0);
        run.at(0, () -> {
            for (int machine : new int[] {READER, NEAR, FAR}) {
                run.made(machine, 100 * MB);
            }
            run.look();
        });
        return run;
    }

    @Test
    void withPairsApartEveryHostSendsItsOwnAndNothingComesFromTheReadersHost() {
        Shuffling apart = threeMaps(true);

        assertThat(apart.bytesOn("h2->e1")).isCloseTo(100 * MB, within(1.0));
        assertThat(apart.bytesOn("h3->e2")).isCloseTo(100 * MB, within(1.0));
        assertThat(apart.bytesOn("e2->c1")).isCloseTo(100 * MB, within(1.0));
        assertThat(apart.bytesOn("h1->e1")).isZero();
        assertThat(apart.bytesOn("e1->h1")).isCloseTo(200 * MB, within(1.0));

        Shuffling together = threeMaps(false);

        assertThat(together.bytesOn("h2->e1")).isZero();
        assertThat(together.bytesOn("h3->e2")).isZero();
        assertThat(together.bytesOn("e2->c1")).isCloseTo(100 * MB, within(1.0));
        assertThat(together.bytesOn("e1->h1")).isCloseTo(300 * MB, within(1.0));
    }

    private static double seconds(String contender, boolean apart) {
        Stage map = JobSimulationTest.stage(
                MAPS, new Stage.Input.None(), 1e-8, new Stage.Output.Shuffle((long) (400 * MB)));
        Stage.Input fetched = new Stage.Input.Shuffle(List.of());
        Stage reduce = JobSimulationTest.stage(1, fetched, 0, new Stage.Output.None(), 0);
        Workload workload = JobSimulationTest.workload(map, reduce);
        return JobSimulation.run(
                        JobSimulationTest.spark(2),
                        workload,
                        PolicySets.named(contender, Cluster.Framework.SPARK),
                        1,
                        new JobSimulation.Options(0, apart, false, 0),
                        RunObserver.NONE)
                .endSeconds();
    }

    @Test
    void aContenderSaysByItselfWhetherPairsAreApart() {
        double together = seconds("stock", false);
        double apart = seconds("stock", true);

        assertThat(apart).as("what lies on its host is not fetched").isLessThan(together);
        assertThat(seconds("stock[pairs-apart=on]", false)).isEqualTo(apart);
        assertThat(seconds("stock[pairs-apart=off]", true)).isEqualTo(together);
    }
}
