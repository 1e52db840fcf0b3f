// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.EventHandler;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.lead.InputKnown;
import org.fairlead.sim.jobs.machine.Senders;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/**
 * What crosses links of a shuffle of more than 16,384 pairs of a machine and a task, which comes from bundles of machines unless pairs are apart: two racks of two machines, or of so many that flows leave
 * out what is the senders' own; links of 100 MB/s, those of racks too; reduces on the first machine fetch, and not all maps have ended. MB = 10^6.
 */
class WideShuffleTest {
    private static final double MB = 1e6;
    /** Reduces, of which few fetch. */
    private static final int TASKS = Shuffles.WIDE / 4 + 1;

    private static final int READER = 0;
    private static final int NEAR = 1;
    private static final int FAR = 2;
    /** Hosts of each rack. */
    private static final int FEW = 2;

    private static final int MANY = (int) (Senders.MOST_PAIRS / (2 * TASKS)) + 1;
    private static final Cluster.Disk NO_LIMIT = new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1);

    private static Cluster racksOf(int hosts, Cluster.Disk disk) {
        Topology topology = Topologies.tree(new Topology.Builder("two racks"), 2, hosts, 100 * MB, hosts)
                .build();
        List<Cluster.Machine> machines = topology.hosts().stream()
                .map(host -> new Cluster.Machine(host.index(), 2, 0, 4, List.of(disk), false, -1))
                .toList();
        Cluster.FileSystem files = new Cluster.FileSystem((long) MB, 3);
        return new Cluster(
                "two racks", topology, machines, Cluster.Framework.SPARK, files, JobSimulationTest.FREE, List.of());
    }

    /** A run of which nothing happens but the shuffle, and what the test does at times. */
    private static final class Shuffling implements EventHandler {
        private final RunContext world;
        private final StageRun maps;
        private final StageRun reduces;
        private final Shuffles shuffles;
        private final List<Runnable> steps = new ArrayList<>();

        Shuffling(Cluster cluster, boolean apart) {
            world = new RunContext(cluster, 1, 1, 1, this, SharingRule.MAX_MIN, false, SharedStore.NONE);
            world.meter.switchOn(world.resources());
            Stage map = JobSimulationTest.stage(4, new Stage.Input.None(), 0, new Stage.Output.Shuffle(1));
            Stage.Input fetched = new Stage.Input.Shuffle(List.of());
            Stage reduce = JobSimulationTest.stage(TASKS, fetched, 0, new Stage.Output.None(), 0);
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

        /** A map has ended, with so many bytes for each reduce. */
        void made(int machine, double bytes) {
            maps.output(machine, bytes * TASKS);
        }

        void look() {
            shuffles.look(reduces);
        }

        RunningAttempt join(int task) {
            return join(task, READER);
        }

        RunningAttempt join(int task, int reader) {
            int id = world.newNumber();
            int generation = world.newGeneration();
            RunningAttempt attempt = new RunningAttempt(id, generation, reduces, task, reader, task, 0, false);
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
        Shuffling run = new Shuffling(racksOf(FEW, NO_LIMIT), false);
        run.join(0);
        run.at(0, () -> {
            run.made(NEAR, 100 * MB);
            run.look();
        });
        run.at(0.5, () -> {
            run.made(FAR, 100 * MB);
            run.look();
        });
        // The flow takes in at 0.5 s what was made by then.
        run.at(0.75, () -> run.made(FAR, 100 * MB));
        run.at(1.5, run::look);

        assertThat(run.bytesOn("e2->c1")).isCloseTo(200 * MB, within(1.0));
        assertThat(run.bytesOn("c1->e1")).isCloseTo(200 * MB, within(1.0));
        assertThat(run.bytesOn("e1->c1")).isZero();
    }

    @Test
    void whatIsLeftWhenOneOfTwoIsKilledStillComesFromItsRack() {
        Shuffling run = new Shuffling(racksOf(FEW, NO_LIMIT), false);
        run.join(0);
        RunningAttempt killed = run.join(1);
        run.at(0, () -> {
            run.made(FAR, 100 * MB);
            run.look();
        });
        run.at(1, () -> run.shuffles.leave(killed));

        // Half of 200 MB for both; of the other half what the one that is left wants.
        assertThat(run.bytesOn("e2->c1")).isCloseTo(150 * MB, within(1.0));
    }

    /** One reduce, for which three maps have made 100 MB each: one on its own machine, one in its rack, one in the other. */
    private static Shuffling threeMaps(int hosts, boolean apart) {
        Shuffling run = new Shuffling(racksOf(hosts, NO_LIMIT), apart);
        run.join(0);
        run.at(0, () -> {
            for (int machine : new int[] {READER, NEAR, hosts}) {
                run.made(machine, 100 * MB);
            }
            run.look();
        });
        return run;
    }

    @Test
    void everyHostSendsItsOwnAndNothingComesFromTheReadersHost() {
        for (boolean apart : new boolean[] {true, false}) {
            Shuffling run = threeMaps(FEW, apart);

            assertThat(run.bytesOn("h2->e1")).isCloseTo(100 * MB, within(1.0));
            assertThat(run.bytesOn("h3->e2")).isCloseTo(100 * MB, within(1.0));
            assertThat(run.bytesOn("e2->c1")).isCloseTo(100 * MB, within(1.0));
            assertThat(run.bytesOn("h1->e1")).isZero();
            assertThat(run.bytesOn("e1->h1")).isCloseTo(200 * MB, within(1.0));
        }
    }

    @Test
    void ofManyHostsOnlyTheLinksOfRacksCarryIt() {
        Shuffling run = threeMaps(MANY, false);

        assertThat(run.bytesOn("h2->e1")).isZero();
        assertThat(run.bytesOn("h" + (MANY + 1) + "->e2")).isZero();
        assertThat(run.bytesOn("e2->c1")).isCloseTo(100 * MB, within(1.0));
        assertThat(run.bytesOn("e1->h1")).isCloseTo(300 * MB, within(1.0));
    }

    @Test
    void aSendersDiskHoldsItUpAsWithPairsApart() {
        // Two streams seek: 30 MB/s of 40. Each of two tasks wants 30 MB of the 60, over links that could bring them in
        // less.
        Cluster.Disk disk = new Cluster.Disk(40 * MB, 1.0 / 3, 0.1);
        for (boolean apart : new boolean[] {true, false}) {
            Shuffling run = new Shuffling(racksOf(FEW, disk), apart);
            run.join(0, NEAR);
            run.join(1, FAR);
            run.at(0, () -> {
                run.made(READER, 30 * MB);
                run.look();
            });

            assertThat(run.bytesOn("h1->e1")).isCloseTo(60 * MB, within(1.0));
            assertThat(run.world.engine.now()).isCloseTo(2, within(1e-9));
        }
    }

    private static double seconds(String contender, boolean apart) {
        Stage map =
                JobSimulationTest.stage(6, new Stage.Input.None(), 1e-8, new Stage.Output.Shuffle((long) (400 * MB)));
        Stage.Input fetched = new Stage.Input.Shuffle(List.of());
        Stage reduce = JobSimulationTest.stage(TASKS, fetched, 0, new Stage.Output.None(), 0);
        Workload workload = JobSimulationTest.workload(map, reduce);
        return JobSimulation.run(
                        racksOf(FEW, NO_LIMIT),
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

        assertThat(apart).as("hosts are not all at one pace").isNotEqualTo(together);
        assertThat(seconds("stock[pairs-apart=on]", false)).isEqualTo(apart);
        assertThat(seconds("stock[pairs-apart=off]", true)).isEqualTo(together);
    }
}
