// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.ClusterFile;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.report.ExperimentJson;
import org.junit.jupiter.api.Test;

/** The status-aware experiment at its small scale. */
final class StatusAwareExperimentTest {
    private static final Metric TIME = StatusAwareExperiment.METRICS.get(0);

    private static Cluster cluster(String name) {
        return ClusterFile.read(Path.of("..", "clusters", name + ".yaml"));
    }

    private static ExperimentResult run() {
        return new StatusAwareExperiment(cluster("lab"), cluster("ec2"), Batch.IN_TURN).run("small", 1, 1);
    }

    @Test
    void nothingBeatsTheBoundAndTheSameSeedGivesTheSame() {
        ExperimentResult result = run();
        assertThat(result.tables()).extracting(ExperimentTable::key).containsExactly("lab", "ec2");
        for (ExperimentTable table : result.tables()) {
            double bound = mean(table, table.row("bound").orElseThrow());
            assertThat(table.baseline().kind()).isEqualTo(Kind.BASELINE);
            for (Row row : table.rows()) {
                assertThat(mean(table, row)).as(row.contender()).isGreaterThanOrEqualTo(bound);
            }
        }
        assertThat(ExperimentJson.bytes(run())).isEqualTo(ExperimentJson.bytes(result));
    }

    private static double mean(ExperimentTable table, Row row) {
        return table.cell(row, TIME).orElseThrow().mean();
    }

    @Test
    void thePapersFiguresStandBesideItsOwnNumberOfJobsOnly() {
        assertThat(StatusAwareSetting.ec2(cluster("ec2"), 16)
                        .contenders()
                        .get(0)
                        .paper())
                .containsEntry("job_time_s", 538.0);
        assertThat(StatusAwareSetting.ec2(cluster("ec2"), 4).contenders())
                .allSatisfy(each -> assertThat(each.paper()).isEmpty());
    }

    @Test
    void theClustersFilesHaveTheDisksThatWereFrozen() {
        for (StatusAwareSetting setting :
                List.of(StatusAwareSetting.lab(cluster("lab")), StatusAwareSetting.ec2(cluster("ec2"), 16))) {
            assertThat(setting.cluster().machines()).isEqualTo(setting.file().machines());
        }
    }

    @Test
    void constantsAreFittedToPublishedRulesAlone() {
        StatusAwareSetting lab = StatusAwareSetting.lab(cluster("lab"));
        assertThat(lab.aims())
                .extracting(aim -> lab.contender(aim.contender()).kind())
                .containsOnly(Kind.BASELINE, Kind.PUBLISHED, Kind.KNOWN);
        assertThat(lab.aims()).anySatisfy(aim -> {
            assertThat(aim.overBaseline()).isTrue();
            assertThat(aim.published()).isCloseTo(443 / 465.0, within(1e-12));
        });
    }

    @Test
    void theBoundIsWhatAllDisksTogetherNeedJobAfterJob() {
        StatusAwareSetting lab = StatusAwareSetting.lab(cluster("lab"));
        lab = lab.with(lab.constants()
                .with("disk-rate", 54)
                .with("map-seconds-per-gb", 15)
                .with("reduce-seconds-per-gb", 130));
        // Four times 5 GiB over 17 disks of 54 MB/s: 23.4 s; processors: 5 GiB · 145 ns over 20: 38.9 s, the larger
        // one.
        double need = 5 * 1024.0 * 1024 * 1024 * 145e-9 / 20;
        double mean = List.of(1, 2, 3, 4, 5).stream()
                .mapToDouble(job -> job * need - 5 * (job - 1))
                .average()
                .orElseThrow();
        assertThat(FluidBound.meanJobSeconds(lab.cluster(), lab.workload())).isCloseTo(mean, within(1e-6));
    }
}
