// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.profile.BlockWaits;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.spark.status.SeenTaker;

/** Reports to the planner for how long tasks waited for blocks; all else goes on. */
final class ReportedReads implements SeenTaker {
    private final ApplicationPlanner planner;
    private final SeenTaker records;

    ReportedReads(ApplicationPlanner planner, SeenTaker records) {
        this.planner = planner;
        this.records = records;
    }

    @Override
    public void read(TaskReads reads) {
        planner.waited(reads.taskId(), waits(reads));
        records.read(reads);
    }

    private static BlockWaits waits(TaskReads reads) {
        double otherSeconds = 0;
        double ownSeconds = 0;
        double ownBytes = 0;
        double bytes = 0;
        for (SourceReads source : reads.sources()) {
            if (source.kind().equals(SourceReads.HDFS)) {
                boolean isOwn = isOwn(source);
                otherSeconds += isOwn ? 0 : source.waited();
                ownSeconds += isOwn ? source.waited() : 0;
                ownBytes += isOwn ? source.bytes() : 0;
                bytes += source.bytes();
            }
        }
        return new BlockWaits(otherSeconds, ownSeconds, ownBytes, bytes);
    }

    /** What came over no connection has no name and no requests: it is a file of the reader's host. */
    private static boolean isOwn(SourceReads source) {
        return source.local() || (source.source().isEmpty() && source.requests() == 0);
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
