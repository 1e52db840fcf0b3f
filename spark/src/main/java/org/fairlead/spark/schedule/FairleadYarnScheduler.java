// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import scala.Option;
import scala.collection.immutable.Seq;

/**
 * Our task scheduler on YARN: what YARN's own knows beyond the common one, namely racks and to tell an application master of the context, it
 * is asked for. It never schedules. So no class of Spark's YARN module is named here, and both deploy modes are served.
 */
final class FairleadYarnScheduler extends FairleadTaskScheduler {
    private final TaskSchedulerImpl yarns;

    /** @param yarns the scheduler that Spark would have used */
    FairleadYarnScheduler(SparkContext context, Scheduling scheduling, TaskSchedulerImpl yarns) {
        super(context, scheduling);
        this.yarns = yarns;
    }

    @Override
    public Seq<Option<String>> getRacksForHosts(Seq<String> hosts) {
        return yarns.getRacksForHosts(hosts);
    }

    @Override
    public Option<String> defaultRackValue() {
        return yarns == null ? super.defaultRackValue() : yarns.defaultRackValue();
    }

    @Override
    public void postStartHook() {
        yarns.backend_$eq(backend());
        yarns.postStartHook();
    }
}
