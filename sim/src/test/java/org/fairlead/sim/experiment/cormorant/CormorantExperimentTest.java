// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.CormorantQueries;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Cormorant's experiment: its network, its queries, and one of small size from end to end. */
@Tag("long")
class CormorantExperimentTest {
    private static final CormorantConditions CONDITIONS = CormorantConditions.of(CormorantExperiment.frozen());

    @Test
    void backgroundFlowsKeepToOnePathThatTheSeedDraws() {
        Topology topology = CormorantNetwork.SECTION_IV.topology();
        List<List<Cluster.BackgroundLoad>> drawn = IntStream.range(0, 10)
                .mapToObj(seed -> CormorantCluster.background(CormorantNetwork.SECTION_IV, seed))
                .toList();

        assertThat(drawn).doesNotHaveDuplicates().hasSize(10);
        for (List<Cluster.BackgroundLoad> loads : drawn) {
            // 45 % of what the eight hosts can send together
            double sent = loads.stream()
                    .filter(load -> topology.hosts().stream()
                            .anyMatch(host -> topology.routes().upLink(host.index()) == load.link()))
                    .mapToDouble(Cluster.BackgroundLoad::bytesPerSecond)
                    .sum();
            assertThat(sent / (8 * 125e6)).isCloseTo(0.45, within(1e-9));
        }
    }

    @Test
    void aQueryJoinsItsTablesOneAfterTheOther() {
        Workload third = CormorantQueries.workload(3, CONDITIONS.queries(1, CormorantCluster.BLOCK_BYTES));

        List<Stage> stages = third.jobs().get(0).stages();
        assertThat(third.files())
                .extracting(Workload.StoredFile::name)
                .containsExactly("lineitem", "orders", "customer");
        assertThat(stages).hasSize(8);
        assertThat(stages.get(0).tasks()).isEqualTo(145);
        assertThat(stages.get(3).parents()).containsExactly(2);
        assertThat(stages.get(3).input()).isEqualTo(new Stage.Input.File("q3/2"));
        assertThat(stages.get(5).parents()).containsExactly(3, 4);
    }

    @Test
    void aSmallExperimentHasAllContendersBesideThePaper() {
        ExperimentResult result = new CormorantExperiment(Batch.IN_TURN, CormorantSetting.PAPER)
                .of("small", List.of(4, 6), 0.05, CormorantExperiment.frozen(), List.of(1.0), 7, 3);

        ExperimentTable totals = result.tables().get(0);
        assertThat(totals.rows()).hasSize(CormorantContender.ALL.size());
        double idle =
                totals.row("no traffic").orElseThrow().cells().get("total_s").mean();
        assertThat(totals.rows()).allSatisfy(row -> {
            assertThat(row.cells().get("total_s").values()).hasSize(3);
            assertThat(row.cells().get("total_s").mean()).isGreaterThan(0.8 * idle);
        });
        assertThat(totals.row("default")
                        .orElseThrow()
                        .cells()
                        .get("cost_removed")
                        .mean())
                .isCloseTo(0, within(1e-9));
        assertThat(result.tables().get(1).metrics()).hasSize(3);
        assertThat(result.parameters()).isNotEmpty();
        assertThat(result.notes()).hasSize(4);
    }

    static Stream<Arguments> networks() {
        return Stream.of(
                Arguments.of("section-iv", 8, 2, 2),
                Arguments.of("two-roots", 32, 2, 2),
                Arguments.of("fat-tree", 16, 4, 4),
                Arguments.of("three-tiers-200", 200, 25, 4),
                Arguments.of("four-tiers-200", 200, 100, 6),
                Arguments.of("three-tiers-1000", 1000, 100, 4),
                Arguments.of("four-tiers-1000", 1000, 200, 6));
    }

    @ParameterizedTest
    @MethodSource("networks")
    void networksHaveTheirHostsAndPaths(String key, int hosts, int paths, int hops) {
        CormorantNetwork network = CormorantNetwork.named(key);
        List<Host> all = network.topology().hosts();
        EqualCostRoutes farthest = network.topology()
                .routes()
                .inner(all.get(0).index(), all.get(hosts - 1).index());

        assertThat(all).hasSize(hosts);
        assertThat(network.workers()).hasSize(hosts * 3 / 4);
        assertThat(network.topology().paths(all.get(0), all.get(hosts - 1))).hasSize(paths);
        assertThat(farthest.count()).as("of many, some are looked at").isEqualTo(Math.min(16, paths));
        assertThat(farthest.hops()).isEqualTo(hops);
        assertThat(CormorantNetwork.keys()).contains(key);
    }

    @Test
    void eachHostIsAnEndOfOneLargeBackgroundFlowAWayAtMost() {
        CormorantNetwork network = CormorantNetwork.named("fat-tree");
        List<CormorantNetwork.Flow> large = network.flows(new Draw(1)).stream()
                .filter(flow -> flow.bytesPerSecond() > 50e6)
                .toList();

        assertThat(large).hasSize(8);
        assertThat(large).extracting(CormorantNetwork.Flow::from).doesNotHaveDuplicates();
        assertThat(large).extracting(CormorantNetwork.Flow::to).doesNotHaveDuplicates();
        assertThat(network.flows(new Draw(1)))
                .isEqualTo(network.flows(new Draw(1)))
                .hasSize(24);
    }

    @Test
    void onOtherNetworksManyUsersQueriesRunTogether() {
        CormorantSetting setting = CormorantSetting.of(
                "fat-tree", 3, List.of("clairvoyant-network", "clairvoyant-network[path-classes=shuffle]"));
        ExperimentResult result = new CormorantExperiment(Batch.IN_TURN, setting)
                .of("small", List.of(1), 0.25, CormorantExperiment.frozen(), List.of(1.0), 7, 3);

        assertThat(result.tables()).hasSize(1);
        ExperimentTable totals = result.tables().get(0);
        assertThat(totals.key()).isEqualTo("fat-tree");
        assertThat(totals.rows())
                .extracting(ExperimentTable.Row::contender)
                .containsExactly(
                        "default", "clairvoyant-network", "clairvoyant-network[path-classes=shuffle]", "no traffic");
        assertThat(totals.rows())
                .allSatisfy(row -> assertThat(row.cells().get("total_s").values())
                        .hasSize(3)
                        .allMatch(total -> total > 0));
        assertThat(result.sensitivities()).isEmpty();
    }

    @Test
    void whatIsWrongIsSaidWithWhatIsAccepted() {
        assertThatThrownBy(() -> CormorantSetting.of("ring", 1, List.of()))
                .hasMessageContaining("there is no network 'ring'; accepted: section-iv, two-roots");
        assertThatThrownBy(() -> CormorantSetting.of("fat-tree", 13, List.of()))
                .hasMessageContaining("replicas must be from 1 to 12");
        assertThatThrownBy(() -> CormorantSetting.of("fat-tree", 1, List.of("nobody")))
                .hasMessageContaining("there is no 'nobody'; accepted: stock");
        assertThatThrownBy(() -> new CormorantExperiment(Batch.IN_TURN, CormorantSetting.of("section-iv", 3, List.of()))
                        .calibrate("small", 1, 1, line -> {}))
                .hasMessageContaining("constants are fitted to figure 6");
    }
}
