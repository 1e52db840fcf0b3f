// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What was measured of tasks that ours assigned is predicted, by the planner that assigned them. */
@Tag("long")
class MeasuredAndPredictedTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @Test
    void sortsBesideASlowDiskTakeAsLongAsPredicted() throws Exception {
        Scenario scenario = ScenarioFile.read(HOME.resolve("scenarios/tasks-sort.yaml"), HOME, Optional.empty());
        Constants constants = Validator.constants(Constants.resource(Validator.class, "constants.yaml"));
        SparkWork work = SparkWork.from(Constants.resource(Validator.class, "spark-work.yaml"));
        MeasuredScenario measured =
                MeasuredScenario.read(HOME.resolve("validation/measured").resolve("tasks-sort.json"));
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        List<ComparedFigure> compared;
        try {
            Predictor predictor = new Predictor(work, 3, 2, threads, RunObserver.NONE);
            compared = Validation.compare(scenario, measured, predictor.predict(scenario, constants));
        } finally {
            threads.shutdownNow();
        }

        assertThat(compared).hasSize(3);
        assertThat(compared).filteredOn(figure -> !figure.ratio()).allSatisfy(time -> assertThat(time.error())
                .as(time.contender())
                .isBetween(-0.2, 0.2));
        assertThat(compared).filteredOn(ComparedFigure::ratio).allSatisfy(gain -> assertThat(gain.error())
                .as("gain of " + gain.contender())
                .isBetween(-0.1, 0.1));
    }
}
