// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.order.JobOrder;

/** All jobs while time runs ahead, in the order in which they are served. Of one thread. */
final class JobsAhead {
    private final JobOrder order;
    private final List<JobAhead> all = new ArrayList<>();
    /** Those with tasks to launch, in their order, as of the last change. */
    private final List<JobAhead> served = new ArrayList<>();

    private boolean isOld = true;

    JobsAhead(JobOrder order) {
        this.order = order;
    }

    void add(JobAhead job) {
        all.add(job);
    }

    /** A task was launched or has ended, or a stage has begun: the order may be another from now on. */
    void changed() {
        isOld = true;
    }

    /** Jobs with tasks to launch, in the order in which they are served; good until something changes. */
    List<JobAhead> served() {
        if (isOld) {
            isOld = false;
            order.sort(all);
            served.clear();
            for (JobAhead job : all) {
                if (job.pending() > 0) {
                    served.add(job);
                }
            }
        }
        return served;
    }

    /**
     * Tasks of all stages but one that may be launched by now.
     *
     * @param here kinds of input whose tasks run in the slots that are looked at
     */
    int pendingBesides(StageAhead stage, Predicate<InputKind> here) {
        int pending = 0;
        for (JobAhead job : all) {
            pending += job.pendingBesides(stage, here);
        }
        return pending;
    }
}
