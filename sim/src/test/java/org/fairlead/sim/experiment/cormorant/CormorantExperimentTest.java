// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.CormorantQueries;
import org.junit.jupiter.api.Test;

/** Cormorant's experiment: its network, its queries, and one of small size from end to end. */
class CormorantExperimentTest {
    private static final CormorantConditions CONDITIONS = CormorantConditions.of(CormorantExperiment.frozen());

    @Test
    void backgroundFlowsKeepToOnePathThatTheSeedDraws() {
        Topology topology = CormorantCluster.topology();
        List<List<Cluster.BackgroundLoad>> drawn = IntStream.range(0, 10)
                .mapToObj(seed -> CormorantCluster.background(topology, seed))
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
        ExperimentResult result = new CormorantExperiment(Batch.IN_TURN)
                .of("small", List.of(4, 6), 0.05, CormorantExperiment.frozen(), List.of(1.0), 7, 3);

        ExperimentTable totals = result.tables().get(0);
        assertThat(totals.rows()).hasSize(CormorantExperiment.CONTENDERS.size());
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
}
