// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import java.util.List;

/**
 * One of Spark's jobs.
 *
 * @param span from its submission to its end, or to the end of the log
 * @param stages ids of all that it needs, those that it skips as well
 */
public record JobLog(int id, Span span, List<Integer> stages) {
    public JobLog {
        stages = List.copyOf(stages);
    }
}
