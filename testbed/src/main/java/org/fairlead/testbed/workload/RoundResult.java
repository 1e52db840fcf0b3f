// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.TaskTimes;
import org.fairlead.testbed.results.WorkSpan;

/**
 * What one round's work gave.
 *
 * @param durationSeconds of the work alone, without verification and cleaning
 * @param digests of query and application results by name; equal across contenders when all is well
 * @param taskTimes of the jobs whose steps ask where it went
 */
public record RoundResult(
        double durationSeconds,
        List<MeasuredSample> samples,
        List<WorkSpan> spans,
        List<Check> checks,
        Map<String, String> digests,
        List<TaskTimes> taskTimes) {}
