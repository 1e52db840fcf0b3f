// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import org.fairlead.protocol.application.LaunchReport;

/**
 * A task that was launched. Made under the scheduler's lock; words are made only when somebody asks.
 *
 * @param outcome how it ended
 */
record Launch(
        StageRecord stage,
        long taskId,
        int task,
        long timeMillis,
        String executor,
        String host,
        String locality,
        Rule rule,
        TaskPlacement placing,
        Outcome outcome) {

    /**
     * How a task ended.
     *
     * @param takenSeconds NaN while it runs
     */
    record Outcome(double takenSeconds, String status, long readBytes) {
        static final Outcome RUNNING = new Outcome(Double.NaN, "RUNNING", 0);

        boolean isKnown() {
            return !Double.isNaN(takenSeconds);
        }
    }

    Launch ended(Outcome how) {
        return new Launch(stage, taskId, task, timeMillis, executor, host, locality, rule, placing, how);
    }

    LaunchReport report() {
        return new LaunchReport(
                stage.stage(),
                stage.attempt(),
                task,
                taskId,
                timeMillis,
                executor,
                host,
                placing.source(),
                placing.distance().label(),
                locality,
                known(placing.bytes()),
                known(placing.expectedSeconds()),
                rule.label(),
                rule.description(),
                placing.ours(),
                known(outcome.takenSeconds()),
                outcome.status(),
                outcome.isKnown() ? outcome.readBytes() : null,
                Explanations.report(placing.grounds()));
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
