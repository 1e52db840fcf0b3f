// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;

/** The choice of the framework itself, for those who know too little to choose better: Hadoop's where slots are exclusive, else Spark's. */
final class StockAssigner {
    private final DelayScheduling hadoop;
    private final LocalityWait spark;

    StockAssigner(AssignerOptions options) {
        hadoop = new DelayScheduling(options.delay());
        spark = new LocalityWait("stock-spark", options.waits().withRounds(false)); // which are not reported to it
    }

    Choice choose(Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos) {
        TaskAssigner stock = offer.exclusive() ? hadoop : spark;
        return stock.choose(offer, tasks, context, nowNanos);
    }

    /** A task was chosen without asking: if it is launched, all waiting begins anew. */
    static void proposed(Offer offer, TaskSet tasks, int task, long nowNanos) {
        DeclinePeriod.of(tasks).proposed(task);
        if (offer.exclusive()) {
            DelayScheduling.proposed(tasks, task);
        } else {
            LocalityWait.proposed(tasks, task, nowNanos);
        }
    }
}
