// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import org.fairlead.protocol.plugin.CanaryComparison;

/** What a canary measured: stages that were drawn for ours against the others, by two measures. */
public record CanaryReport(Measured taskSeconds, Measured stageSecondsPerGigabyte) {
    /**
     * @param stagesOurs how many were compared
     * @param stagesStock and of stock's
     * @param meanOurs the measure's mean over stages
     * @param gain share of stock's mean that ours saves; null when there is nothing to compare
     * @param low end of its 95 % interval; null with fewer than 30 stages on either side
     * @param high its other end
     */
    public record Measured(
            long stagesOurs,
            long stagesStock,
            double meanOurs,
            double meanStock,
            Double gain,
            Double low,
            Double high) {
        public static Measured of(CanaryComparison.Result result) {
            boolean both = result.samplesOurs() > 0 && result.samplesStock() > 0;
            return new Measured(
                    result.samplesOurs(),
                    result.samplesStock(),
                    result.meanOurs(),
                    result.meanStock(),
                    both ? result.gain() : null,
                    Double.isNaN(result.low()) ? null : result.low(),
                    Double.isNaN(result.high()) ? null : result.high());
        }
    }
}
