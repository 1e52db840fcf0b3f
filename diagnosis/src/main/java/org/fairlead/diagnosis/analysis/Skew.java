// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import org.fairlead.diagnosis.attribution.Part;

/**
 * The longest task of a stage, where it takes at least twice as long as the median one. A task whose copy ended first counts with the attempt that was overtaken, and with what its copy read.
 *
 * @param stage as {@code 3} or {@code 3.1}
 * @param millis that it took; until its copy had ended, where that was first
 * @param medianMillis that the median task took
 * @param bytes that it read
 * @param medianBytes that the median task read
 * @param byData whether it had at least twice as much to read, and no less than 1 MB
 * @param most what most of the difference to the stage's mean was spent on
 */
public record Skew(
        String stage,
        String host,
        int partition,
        double millis,
        double medianMillis,
        double bytes,
        double medianBytes,
        boolean byData,
        Part most) {}
