// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import org.fairlead.protocol.application.CanaryReport;
import org.fairlead.protocol.plugin.CanaryComparison;

/**
 * Compares the stages that a canary drew for ours with the others. The sample is the stage, since that is what is drawn: tasks of one stage are
 * alike. A stage counts where it was drawn, whether ours could be used there or not, so that nothing but chance tells the sides apart; one that
 * read nothing, failed, or saw the mode change does not count on either.
 */
final class StageComparison {
    private final CanaryComparison taskSeconds = new CanaryComparison();
    private final CanaryComparison secondsPerGigabyte = new CanaryComparison();
    private double share = Double.NaN;

    synchronized void completed(StageRecord stage) {
        long bytes = stage.bytesRead();
        double mean = stage.meanTaskSeconds();
        if (!stage.isCanarys() || bytes == 0 || Double.isNaN(mean)) {
            return;
        }
        if (stage.canaryShare() != share) {
            share = stage.canaryShare();
            taskSeconds.reset();
            secondsPerGigabyte.reset();
        }
        double seconds = (stage.completedMillis() - stage.submittedMillis()) / 1e3;
        taskSeconds.add(stage.isDrawn(), mean);
        secondsPerGigabyte.add(stage.isDrawn(), seconds / (bytes / 1e9));
    }

    CanaryReport report() {
        return new CanaryReport(
                CanaryReport.Measured.of(taskSeconds.result()), CanaryReport.Measured.of(secondsPerGigabyte.result()));
    }
}
