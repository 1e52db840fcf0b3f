// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.spark.status.SeenTaker;

/** Reports to the planner for how long tasks waited for blocks from other hosts; all else goes on. */
final class ReportedReads implements SeenTaker {
    private final ApplicationPlanner planner;
    private final SeenTaker records;

    ReportedReads(ApplicationPlanner planner, SeenTaker records) {
        this.planner = planner;
        this.records = records;
    }

    @Override
    public void read(TaskReads reads) {
        planner.waited(
                reads.taskId(),
                reads.sources().stream()
                        .filter(source -> source.kind().equals(SourceReads.HDFS) && !source.local())
                        .mapToDouble(SourceReads::waited)
                        .sum());
        records.read(reads);
    }

    @Override
    public void missed(long tasks, long failures) {
        records.missed(tasks, failures);
    }

    @Override
    public void avoided(long blocks, long files) {
        records.avoided(blocks, files);
    }

    @Override
    public void exceeded(NicAllowance allowance) {
        records.exceeded(allowance);
    }
}
