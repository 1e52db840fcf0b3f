// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

/**
 * One measured value.
 *
 * @param metric what was measured, such as {@code block_write_time}
 * @param unit {@code s}, {@code bytes}, {@code bytes/s} or {@code share}
 * @param value finite: a value that is not would have no place in JSON and would spoil every mean
 * @param subject which one: a file, block, query or application
 * @param host where it was measured; empty when not one host's
 */
public record MeasuredSample(String metric, String unit, double value, String subject, String host) {
    public MeasuredSample {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                    "the sample of " + metric + " for '" + subject + "' is " + value + ", not a finite number");
        }
    }

    public static MeasuredSample seconds(String metric, double value, String subject, String host) {
        return new MeasuredSample(metric, "s", value, subject, host);
    }
}
