// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.List;

/**
 * A job as a look-ahead asks for it.
 *
 * @param job its number
 * @param pool that it is in, by name
 * @param submittedNanos on the look-ahead's clock
 * @param residualTasks those that have not ended yet, of all its stages
 * @param stages that run or whose tasks are known, in the order in which they are served
 */
public record ShadowJob(int job, String pool, long submittedNanos, int residualTasks, List<ShadowStage> stages) {
    public ShadowJob {
        stages = List.copyOf(stages);
    }
}
