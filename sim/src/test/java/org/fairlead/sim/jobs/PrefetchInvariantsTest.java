// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds of any run that fetches input ahead, on a busy cluster. Blocks of 100 MB, links of 100 MB/s; MB = 10^6. */
@Tag("long")
class PrefetchInvariantsTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 100_000_000;

    /** 2 racks of 4 with one replica, oversubscribed; 8 jobs that read within 8 s, and may shuffle. */
    private static JobsOutcome busy(
            String policies, Cluster.Framework framework, SharingRule guarantees, double shuffled) {
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
        Cluster.Costs usual = Cluster.Costs.usual(framework);
        Cluster cluster = new Cluster(
                "eight",
                topology,
                machines,
                framework,
                new Cluster.FileSystem(BLOCK, 1),
                new Cluster.Costs(
                        usual.heartbeatSeconds(),
                        usual.tasksPerHeartbeat(),
                        usual.reduceStart(),
                        usual.statusSeconds(),
                        usual.statusDelaySeconds(),
                        usual.taskLaunchSeconds(),
                        usual.taskEndSeconds(),
                        2,
                        usual.blockSetupSeconds(),
                        usual.blockEndSeconds(),
                        usual.readSetupSeconds(),
                        0,
                        0,
                        1,
                        0),
                List.of(),
                guarantees);
        List<Job> jobs = new ArrayList<>();
        for (int job = 0; job < 8; job++) {
            int maps = 1 + 2 * job;
            Stage.Output output = shuffled > 0
                    ? new Stage.Output.Shuffle(Math.round(maps * BLOCK * shuffled))
                    : new Stage.Output.None();
            Stage map = new Stage(
                    maps, new Stage.Input.Blocks(maps * BLOCK), 2e-8, 0, output, List.of(), List.of(), List.of());
            Stage reduce = new Stage(
                    2,
                    new Stage.Input.Shuffle(List.of()),
                    1e-9,
                    0,
                    new Stage.Output.None(),
                    List.of(0),
                    List.of(),
                    List.of());
            jobs.add(new Job("j" + job, "t", "default", job, shuffled > 0 ? List.of(map, reduce) : List.of(map)));
        }
        return JobSimulation.run(
                cluster,
                new Workload("busy", List.of(), jobs),
                PolicySets.named(policies, framework),
                3,
                new JobSimulation.Options(0, false, true, 1),
                RunObserver.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "stock[speculation=none],clairvoyant,none",
        "stock[speculation=none],clairvoyant,cardinal-packed",
        "tasks[speculation=none],clairvoyant,none",
        "tasks[speculation=none],clairvoyant,cardinal",
        "cormorant[speculation=none],clairvoyant,cardinal-repaired",
        "stock[speculation=none],shadow,none",
        "tasks[speculation=none],shadow,none;tasks-first=on",
        "tasks[speculation=none],shadow,cardinal-packed",
        "cormorant[speculation=none],shadow,cardinal"
    })
    void eachByteCrossesTheNetworkOnceUnlessItIsWasted(String assigner, String prefetch, String admission) {
        for (Cluster.Framework framework : Cluster.Framework.values()) {
            String policies = assigner.replace("]", ";prefetch=" + prefetch + ";admission=" + admission + "]");
            JobsOutcome outcome = busy(policies, framework, Cluster.USUAL_GUARANTEES, 0);
            Topology topology = Topologies.tree(new Topology.Builder("eight"), 2, 4, 100 * MB, 4)
                    .build();
            double received = topology.hosts().stream()
                    .mapToInt(host -> topology.routes().downLink(host.index()))
                    .mapToDouble(link -> outcome.links().shares().stream()
                            .mapToDouble(shares -> shares[link] * 100 * MB)
                            .sum())
                    .sum();
            FetchedBytes fetched = outcome.fetched();

            assertThat(outcome.complete()).isTrue();
            assertThat(fetched.inTime() + fetched.late()).isPositive();
            assertThat(received / MB)
                    .isCloseTo(
                            (outcome.counts().bytesRack() + outcome.counts().bytesRemote() + fetched.wasted()) / MB,
                            within(1.0));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "stock[prefetch=clairvoyant]",
        "stock[prefetch=clairvoyant;admission=cardinal]",
        "fairlead[prefetch=clairvoyant;admission=cardinal-packed]",
        "fairlead-network[prefetch=clairvoyant;admission=cardinal-repaired]",
        "stock[prefetch=shadow]",
        "stock[prefetch=shadow;tasks-first=on]",
        "fairlead[prefetch=shadow;admission=cardinal-packed]",
        "tasks[prefetch=hot-block-cache]"
    })
    void theSameSeedGivesTheSameRun(String policies) {
        for (Cluster.Framework framework : Cluster.Framework.values()) {
            boolean hadoop = framework == Cluster.Framework.HADOOP;
            SharingRule guarantees = hadoop ? SharingRule.HTB : SharingRule.MAX_MIN_WITH_MINIMA;
            assertThat(busy(policies, framework, guarantees, 0.5))
                    .usingRecursiveComparison()
                    .withEqualsForType((one, other) -> Double.compare(one, other) == 0, Double.class)
                    .isEqualTo(busy(policies, framework, guarantees, 0.5));
        }
    }

    @Test
    void admissionAndMemoryChangeNothingWhereNothingIsFetched() {
        for (Cluster.Framework framework : Cluster.Framework.values()) {
            JobsOutcome plain = busy("fairlead", framework, SharingRule.MAX_MIN_WITH_MINIMA, 0.5);
            JobsOutcome other = busy(
                    "fairlead[prefetch=off;admission=cardinal-packed;prefetch-memory=1MiB]",
                    framework,
                    SharingRule.HTB,
                    0.5);

            assertThat(other)
                    .usingRecursiveComparison()
                    .ignoringFields("policies")
                    .isEqualTo(plain);
            assertThat(plain.fetched()).isEqualTo(FetchedBytes.NOTHING);
        }
    }
}
