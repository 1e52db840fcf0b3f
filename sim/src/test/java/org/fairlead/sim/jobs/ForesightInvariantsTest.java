// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.LeadCause;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.jobs.prefetch.Prefetcher;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of what could have been fetched ahead whatever policies decide, in a busy cluster; {@link ForesightTest} works small ones out by hand. MB = 10^6. */
@Tag("long")
class ForesightInvariantsTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 100_000_000;

    /** 2 racks of 4, oversubscribed; 12 jobs of maps and reduces within 6 s. */
    private static JobsOutcome busy(String policies, Cluster.Framework framework, boolean foresees) {
        boolean hadoop = framework == Cluster.Framework.HADOOP;
        Topology topology = Topologies.tree(new Topology.Builder("eight"), 2, 4, 100 * MB, 4)
                .build();
        List<Cluster.Machine> machines = topology.hosts().stream()
                .map(host -> new Cluster.Machine(
                        host.index(),
                        2,
                        hadoop ? 1 : 0,
                        2,
                        List.of(new Cluster.Disk(80 * MB, 0.1, 0.5)),
                        host.index() % 2 == 0,
                        -1))
                .toList();
        Cluster cluster = new Cluster(
                "eight",
                topology,
                machines,
                framework,
                new Cluster.FileSystem(BLOCK, 2),
                Cluster.Costs.usual(framework),
                List.of());
        List<Job> jobs = new ArrayList<>();
        for (int job = 0; job < 12; job++) {
            int maps = 1 + 3 * job;
            Stage map = new Stage(
                    maps,
                    new Stage.Input.Blocks(maps * BLOCK),
                    5e-9,
                    0,
                    new Stage.Output.Shuffle(maps * BLOCK / 4),
                    List.of(),
                    List.of(),
                    List.of());
            Stage reduce = new Stage(
                    2,
                    new Stage.Input.Shuffle(List.of(2.0, 1.0)),
                    1e-9,
                    0,
                    new Stage.Output.Files(BLOCK, 0, 2),
                    List.of(0),
                    List.of(),
                    List.of());
            jobs.add(new Job("j" + job, "test", "default", job / 2.0, List.of(map, reduce)));
        }
        return new JobRun(
                        cluster,
                        new Workload("busy", List.of(), jobs),
                        PolicySets.named(policies, framework),
                        3,
                        new JobSimulation.Options(0, false, true, 1),
                        foresees,
                        Prefetcher.NONE)
                .run(RunObserver.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "fairlead", "clairvoyant-network"})
    void lookingOnChangesNothing(String policies) {
        for (Cluster.Framework framework : Cluster.Framework.values()) {
            JobsOutcome with = busy(policies, framework, true);
            JobsOutcome without = busy(policies, framework, false);

            assertThat(with)
                    .usingRecursiveComparison()
                    .ignoringFields("leads", "jobs.inTimeBytes")
                    .isEqualTo(without);
            assertThat(without.leads().allInTime()).isZero();
            assertThat(with.leads().allInTime()).isPositive();
            assertThat(busy(policies, framework, true).leads()).isEqualTo(with.leads());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock", "fairlead", "bound-prefetch", "fairlead[prefetch=bound]"})
    void allThatIsReadFromAfarIsJudgedOnce(String policies) {
        for (Cluster.Framework framework : Cluster.Framework.values()) {
            JobsOutcome outcome = busy(policies, framework, true);
            double far = outcome.counts().bytesRack() + outcome.counts().bytesRemote();

            assertThat(far).isPositive();
            assertThat(outcome.leads().remoteBytes()).isCloseTo(far, within(1.0));
            assertThat(Arrays.stream(LeadCause.values())
                            .mapToDouble(cause -> outcome.leads().inTime(cause)
                                    + outcome.leads().late(cause))
                            .sum())
                    .isCloseTo(far, within(1.0));
            assertThat(outcome.leads().inTime(LeadCause.NONE)).isZero();
        }
    }
}
