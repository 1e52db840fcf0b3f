// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import org.fairlead.report.statistics.Ratio;

/**
 * A metric under two contenders, over the seeds that count for both.
 *
 * @param metric {@code job_time}, {@code map_time}, {@code reduce_time}, {@code block_write_time} or {@code makespan}
 * @param paired ratio of the baseline's mean to the contender's, paired by seed: above 1 means that the contender takes less time
 */
public record JobsComparison(String metric, String baseline, String contender, Ratio paired) {}
