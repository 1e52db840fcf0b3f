// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.sinbad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.calibration.CoordinateSearch;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.FitTarget;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.report.ExperimentJson;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** Sinbad's experiments: their settings, what runs are judged by, and one of small size from end to end. */
class SinbadExperimentTest {
    private static final SinbadConditions FEW = new SinbadConditions(0.05, 0.3, 0.8, 60, 1);
    private static final Constants FROZEN = SinbadExperiment.frozen("simulation");
    private static final SinbadCluster SITE = SinbadCluster.smallSimulation().submitting(20);

    @Test
    void blocksCountAlikeAndByTheirBytes() {
        JobsOutcome outcome = new JobsOutcome(
                "random",
                1,
                List.of(job(10, 40), job(20, 70)),
                List.of(),
                List.of(new JobsOutcome.BlockWritten(0, 1, 1, 3, 100), new JobsOutcome.BlockWritten(1, 2, 2, 12, 300)),
                new JobsOutcome.LinkLoads(
                        10, List.of(new float[] {1, 1}, new float[] {0.25f, 0.75f}, new float[] {1, 0})),
                new JobsOutcome.Counts(List.of(), List.of(), 0, 0, 0, 0, 0, 0),
                List.of(2L, 4L, 6L, 8L),
                70,
                true);

        SinbadMeasures measures = SinbadMeasures.of(outcome, List.of(0, 1), 20);

        assertThat(measures.blockSeconds()).isEqualTo(6);
        assertThat(measures.byteSeconds()).isEqualTo((2 * 100 + 10 * 300) / 400.0);
        assertThat(measures.jobSeconds()).isEqualTo(40);
        // Of the second span alone: the first one is left out, the third is after the submission.
        assertThat(measures.variation()).isCloseTo(0.5, within(1e-12));
        assertThat(measures.storageDeviation()).isCloseTo(Math.sqrt(5), within(1e-12));
    }

    private static JobsOutcome.JobResult job(double submitSeconds, double finishSeconds) {
        return new JobsOutcome.JobResult(
                "job", "ingest", "default", 1, submitSeconds, finishSeconds, Double.NaN, Double.NaN);
    }

    @Test
    void gainsAreAboveOneWhenLessTimeIsTaken() {
        SinbadMeasures random = new SinbadMeasures(10, 20, 60, 0.4, 3);
        SinbadMeasures own = new SinbadMeasures(5, 16, 40, 0.3, 3.6);

        assertThat(SinbadExperiment.values(own, random)).containsExactly(5.0, 16.0, 40.0, 2.0, 1.25, 1.5, 0.3, 1.2);
    }

    @Test
    void theTargetIsTheLessOfThePapersAndNineTenthsOfTheClairvoyantsGain() {
        assertThat(SinbadNotes.target(3, 1.85)).isEqualTo(1.85);
        assertThat(SinbadNotes.target(1.5, 1.85)).isCloseTo(1.45, within(1e-12));
    }

    @Test
    void hotSpotsHaveTheMeanThatWasAskedForAndNeverTakeALinkWhole() {
        Cluster cluster = SinbadCluster.simulation().cluster(new SinbadConditions(0.1, 0.2, 0.5, 30, 1), 1, false);

        double mean = cluster.background().stream()
                .mapToDouble(load -> load.bytesPerSecond()
                        / cluster.topology().links().get(load.link()).bytesPerSecond())
                .average()
                .orElse(0);

        assertThat(mean).isCloseTo(0.2, within(0.01));
        assertThat(cluster.background())
                .allMatch(load -> load.bytesPerSecond()
                        <= LinkHotSpots.MOST
                                        * cluster.topology()
                                                .links()
                                                .get(load.link())
                                                .bytesPerSecond()
                                + 1);
    }

    @Test
    void hotSpotsThatStayHaveOneLoadEach() {
        SinbadConditions stay = new SinbadConditions(0.05, 0.3, 0.8, Double.POSITIVE_INFINITY, 1);

        Cluster cluster = SITE.cluster(stay, 1, false);

        assertThat(cluster.background()).hasSize(2 * SITE.racks());
        assertThat(cluster.background()).allMatch(load -> load.atSeconds() == 0);
    }

    @Test
    void othersLoadTheRacksLinksInTheSimulationAndTheHostsInEc2() {
        assertThat(SITE.hotLinks(SITE.cluster(FEW, 1, false).topology())).hasSize(2 * 15);
        assertThat(SinbadCluster.ec2()
                        .hotLinks(SinbadCluster.ec2().cluster(FEW, 1, false).topology()))
                .hasSize(2 * 100);
    }

    @Test
    void writersAskForTheShareOfTheRacksLinksThatTheConditionsSay() {
        SinbadCluster site = SinbadCluster.simulation();

        Workload workload = site.workload(FEW, 1);

        double written = workload.jobs().stream()
                .flatMap(job -> job.stages().stream())
                .mapToDouble(stage -> stage.output() instanceof org.fairlead.sim.workload.Stage.Output.Files files
                        ? files.bytes()
                        : 0)
                .sum();
        double capacity = 150 * 250e6 * site.submitSeconds();
        assertThat(written / capacity).isCloseTo(FEW.writeShare(), within(0.3 * FEW.writeShare()));
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        SinbadExperiment.Contender ours = SinbadExperiment.CONTENDERS.get(2);

        assertThat(SinbadExperiment.one(SITE, FEW, ours, 5)).isEqualTo(SinbadExperiment.one(SITE, FEW, ours, 5));
        assertThat(SinbadExperiment.one(SITE, FEW, ours, 6)).isNotEqualTo(SinbadExperiment.one(SITE, FEW, ours, 5));
    }

    @Test
    void aNetworkThatNeverLimitsIsABound() {
        SinbadMeasures random = SinbadExperiment.one(SITE, FEW, SinbadExperiment.CONTENDERS.get(0), 1);
        SinbadMeasures bound = SinbadExperiment.one(SITE, FEW, SinbadExperiment.CONTENDERS.get(4), 1);

        assertThat(bound.blockSeconds()).isLessThan(random.blockSeconds());
        assertThat(bound.jobSeconds()).isLessThan(random.jobSeconds());
    }

    @Test
    void aShareAboveOneIsRefused() {
        assertThatThrownBy(() -> SinbadConditions.of(FROZEN.with("write-share", 7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write-share 7");
    }

    @Test
    void everyFrozenConditionIsListedWithItsOrigin() {
        for (String setting : List.of("simulation", "ec2")) {
            assertThat(ExperimentResult.Parameter.of(setting, SinbadExperiment.frozen(setting)))
                    .hasSize(5)
                    .noneMatch(parameter -> parameter.origin().isBlank());
        }
    }

    @Test
    void constantsAreFittedToThePublishedRulesGains() throws InterruptedException {
        List<String> said = new ArrayList<>();
        FitTarget near = new FitTarget("sinbad", "block_time_s", true, 0.5, 1);

        assertThat(FitTarget.distance(
                        List.of(near), "random", (contender, metric) -> contender.equals("random") ? 10 : 5))
                .isEqualTo(0);
        assertThat(FitTarget.distance(List.of(near), "random", (contender, metric) -> 10))
                .isCloseTo(Math.log(2) * Math.log(2), within(1e-12));
        Constants fitted = new CoordinateSearch(
                        5, List.of(0.5), constants -> Math.abs(constants.value("other-share") - 0.3), said::add)
                .fit(FROZEN);
        assertThat(fitted.value("other-share")).isCloseTo(0.3, within(0.01));
        assertThat(fitted.value("imbalance")).isEqualTo(FROZEN.value("imbalance"));
        assertThat(said).isNotEmpty();
    }

    @Test
    void aSmallTableHasAllContendersWithAValueOfEachSeedAndThePapersFigures() {
        Constants few = FROZEN.with("write-share", 0.05).with("other-share", 0.3);
        ExperimentResult result = new SinbadExperiment(Batch.IN_TURN)
                .of("small", SITE, SinbadCluster.ec2().submitting(10), 10, few, few, List.of(0.5, 1.0), 3, 2);

        ExperimentTable table = result.tables().get(0);
        assertThat(table.rows())
                .extracting(ExperimentTable.Row::contender)
                .containsExactly("random", "sinbad", "fairlead", "clairvoyant", "empty network");
        Map<String, ExperimentTable.Cell> sinbad =
                table.row("sinbad").orElseThrow().cells();
        assertThat(sinbad.get("dfs_gain").values()).hasSize(2);
        assertThat(sinbad.get("dfs_gain").paper()).isEqualTo(1.79);
        assertThat(sinbad.get("job_gain").paper()).isEqualTo(1.39);
        assertThat(table.baseline().cells().get("dfs_gain").values()).containsExactly(1.0, 1.0);
        assertThat(result.sensitivities()).hasSize(FROZEN.all().size());
        assertThat(result.sensitivities())
                .allMatch(one -> one.lines().size() == 2
                        && one.lines().get(0).ratios().size() == one.values().size());
        String json = new String(ExperimentJson.bytes(result), StandardCharsets.UTF_8);
        assertThat(json).contains("dfs_gain", "storage_over_random", "permanent", "ec2");
    }
}
