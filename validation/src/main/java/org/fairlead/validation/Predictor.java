// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.TrafficPoint;

/**
 * Says what a scenario's metrics will be on the testbed: the mean over simulated rounds, the same repetitions as on the testbed, each with several
 * seeds.
 *
 * @param seeds rounds for each repetition
 * @param processors of the machine that the testbed runs on
 */
record Predictor(SparkWork spark, int seeds, double processors, ExecutorService threads, RunObserver watcher) {
    /**
     * By contender, then by metric. The same arguments give the same numbers.
     *
     * @throws CancellationException when the watcher ended a run: what it had come to is no prediction
     */
    Map<String, Map<String, Double>> predict(Scenario scenario, Constants constants) throws InterruptedException {
        Map<String, List<Future<Map<String, Double>>>> running = new LinkedHashMap<>();
        for (Contender contender : scenario.contenders()) {
            running.put(contender.name(), rounds(scenario, contender, constants));
        }
        Map<String, Map<String, Double>> predicted = new LinkedHashMap<>();
        for (Map.Entry<String, List<Future<Map<String, Double>>>> each : running.entrySet()) {
            predicted.put(each.getKey(), mean(each.getValue()));
        }
        return predicted;
    }

    private List<Future<Map<String, Double>>> rounds(Scenario scenario, Contender contender, Constants constants) {
        TrafficPoint point = scenario.points().get(0);
        Policies policies = TestbedCluster.policies(scenario, contender);
        List<Future<Map<String, Double>>> rounds = new ArrayList<>();
        for (int repetition = 1; repetition <= scenario.repetitions(); repetition++) {
            SimulatedRound round = RoundTranslation.of(scenario, repetition, constants, spark);
            Cluster cluster = TestbedCluster.of(scenario, contender, point.traffic(repetition), constants, processors);
            for (int i = 0; i < seeds; i++) {
                long seed = scenario.seed() + 1000L * repetition + i;
                rounds.add(threads.submit(() -> means(round, cluster, policies, seed)));
            }
        }
        return rounds;
    }

    /** Who plans or foresees has learned in the rounds before; all others do in each what they did in the first. */
    private Map<String, Double> means(SimulatedRound round, Cluster cluster, Policies policies, long seed) {
        JobsOutcome once = run(round, cluster, policies, seed);
        if (!TestbedCluster.learns(policies)) {
            return round.means(once);
        }
        double seconds = once.jobs().stream()
                .mapToDouble(JobsOutcome.JobResult::finishSeconds)
                .max()
                .orElse(0);
        SimulatedRound second = WarmUp.before(round, seconds);
        return second.means(run(second, cluster, policies, seed));
    }

    private JobsOutcome run(SimulatedRound round, Cluster cluster, Policies policies, long seed) {
        // Adaptive execution, which is on in Spark, submits each stage as a job of its own: that counts where several
        // jobs run.
        boolean byStage = round.workload().jobs().size() > 1;
        JobsOutcome outcome = JobSimulation.run(
                cluster,
                round.workload(),
                policies,
                seed,
                new JobSimulation.Options(0, false, true, 0, byStage),
                watcher);
        if (!outcome.complete()) {
            throw new CancellationException("interrupted; earlier reports and constants stay as they are");
        }
        return outcome;
    }

    private static Map<String, Double> mean(List<Future<Map<String, Double>>> rounds) throws InterruptedException {
        Map<String, Double> sums = new LinkedHashMap<>();
        for (Future<Map<String, Double>> round : rounds) {
            try {
                round.get().forEach((metric, value) -> sums.merge(metric, value, Double::sum));
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException(e.getCause());
            }
        }
        sums.replaceAll((metric, sum) -> sum / rounds.size());
        return sums;
    }
}
