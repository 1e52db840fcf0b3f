// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.protocol.application.GroundsReport;

/** Puts on what a decision stood into the form that is reported. */
final class Explanations {
    private Explanations() {}

    /** @param explanation null where none was kept, and then nothing is reported */
    static GroundsReport report(PlanExplanation explanation) {
        if (explanation == null) {
            return null;
        }
        return new GroundsReport(
                explanation.task(),
                explanation.candidates().stream()
                        .map(candidate -> new GroundsReport.Candidate(
                                candidate.host(),
                                candidate.source(),
                                candidate.waitSeconds(),
                                finite(candidate.seconds()),
                                candidate.limit()))
                        .toList(),
                explanation
                        .stock()
                        .map(stock -> new GroundsReport.Stock(stock.task(), stock.locality(), finite(stock.seconds())))
                        .orElse(null));
    }

    private static Double finite(double seconds) {
        return Double.isFinite(seconds) ? seconds : null;
    }
}
