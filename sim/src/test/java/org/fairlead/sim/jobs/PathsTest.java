// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.PathCounts;
import org.fairlead.sim.jobs.path.PathRules;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two racks of two under two roots, links of 100 MB/s; others take 90 of the first root's link out of the first rack. A shuffle of 100 MB goes from h1 to h3. */
class PathsTest {
    private static final double MB = 1e6;
    private static final double SUBMITTED = 5;
    private static final Topology ROOTS = Topologies.multiRooted(
                    new Topology.Builder("roots"), 2, 2, 2, 100 * MB, 100 * MB)
            .build();

    private static Cluster cluster() {
        int busy = ROOTS.routes()
                .inner(ROOTS.host("h1").index(), ROOTS.host("h3").index())
                .link(0, 0);
        List<Cluster.Machine> machines = ROOTS.hosts().stream()
                .map(host -> new Cluster.Machine(
                        host.index(), 2, 0, 4, List.of(new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1)), true, -1))
                .toList();
        return new Cluster(
                "roots",
                ROOTS,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem((long) (100 * MB), 1),
                JobSimulationTest.FREE,
                List.of(new Cluster.BackgroundLoad(busy, 0, 90 * MB)));
    }

    private static Workload shuffle() {
        Stage map = new Stage(
                1,
                new Stage.Input.None(),
                0,
                0,
                new Stage.Output.Shuffle((long) (100 * MB)),
                List.of(),
                List.of("h1"),
                List.of());
        Stage reduce = new Stage(
                1,
                new Stage.Input.Shuffle(List.of()),
                0,
                0,
                new Stage.Output.None(),
                List.of(0),
                List.of("h3"),
                List.of());
        return new Workload(
                "shuffle", List.of(), List.of(new Job("j", "test", "default", SUBMITTED, List.of(map, reduce))));
    }

    private static JobsOutcome run(String rule, long seed) {
        return run(new Policies.Paths(rule, false), seed);
    }

    private static JobsOutcome run(Policies.Paths paths, long seed) {
        Policies policies =
                Policies.of(paths.rule(), "stock-spark", "random", "stock").with(paths);
        return JobSimulation.run(cluster(), shuffle(), policies, seed, JobSimulation.Options.EXACT, RunObserver.NONE);
    }

    private static List<Double> seconds(String rule) {
        List<Double> seconds = new ArrayList<>();
        for (long seed = 1; seed <= 12; seed++) {
            seconds.add(run(rule, seed).endSeconds() - SUBMITTED);
        }
        return seconds;
    }

    @Test
    void aHashTakesEitherPath() {
        assertThat(seconds(PathRules.NETWORK)).allSatisfy(each -> assertThat(Math.abs(each - 1) < 1e-9 || each > 9.9)
                .as("%s s", each)
                .isTrue());
        assertThat(seconds(PathRules.NETWORK)).anyMatch(each -> each > 9);
        assertThat(seconds(PathRules.NETWORK)).anyMatch(each -> each < 2);
    }

    @Test
    void whoKnowsThePresentOrWhatWasMeasuredTakesTheFreeOne() {
        assertThat(seconds(PathRules.CLAIRVOYANT))
                .allSatisfy(each -> assertThat(each).isCloseTo(1, within(1e-9)));
        assertThat(seconds(PathRules.AT_ARRIVAL))
                .allSatisfy(each -> assertThat(each).isCloseTo(1, within(1e-9)));
    }

    @Test
    void aPlanMovesWhatRunsALittleLater() {
        // 0.05 s until a plan acts, at a tenth of the rate
        assertThat(seconds("fairlead")).allSatisfy(each -> assertThat(each).isBetween(0.999, 1.0451));
        assertThat(seconds("fairlead")).anyMatch(each -> each > 1.04);
        assertThat(run("fairlead", 1).paths().plans()).isPositive();
    }

    @Test
    void hostsLeaveACongestedPathByChance() {
        assertThat(seconds(PathRules.PLB)).allSatisfy(each -> assertThat(each).isBetween(0.999, 4.0));
        assertThat(run(PathRules.NETWORK, 1).paths()).isEqualTo(PathCounts.NONE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aClassThatNobodyKeepsGoesByTheHash(String rule) {
        for (long seed = 1; seed <= 6; seed++) {
            JobsOutcome others = run(new Policies.Paths(rule, true, EnumSet.of(TrafficClass.BLOCK_READ)), seed);

            assertThat(others.endSeconds())
                    .isCloseTo(run(PathRules.NETWORK, seed).endSeconds(), within(1e-9));
            assertThat(others.paths().moves()).isZero();
            assertThat(run(new Policies.Paths(rule, false, EnumSet.of(TrafficClass.SHUFFLE)), seed))
                    .isEqualTo(run(rule, seed));
        }
    }

    static List<String> rules() {
        return PathRules.names();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyRuleGivesTheSameRunForTheSameSeedAndAllItsBytes(String rule) {
        JobsOutcome one = run(rule, 3);

        assertThat(one.complete()).isTrue();
        assertThat(run(rule, 3)).isEqualTo(one);
        assertThat(one.endSeconds() - SUBMITTED).isBetween(0.999, 10.001);
    }
}
