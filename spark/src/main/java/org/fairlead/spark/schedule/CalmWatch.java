// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.fairlead.core.view.Calm;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.spark.cluster.ClusterPicture;
import org.slf4j.LoggerFactory;

/**
 * Whether there is nothing to be kept away from at present: links, disks and sources of blocks. A calm ends when it has not looked like one for three seconds:
 * what our own tasks carry is known a moment later than the links' loads, and looks like others' meanwhile; disks are told of once a second, of hosts one after the
 * other, so that what keeps all of them busy for a moment makes them look different. Never, where plans are always to count. Renewed by the planner, read by all.
 */
final class CalmWatch {
    /** Between two looks. */
    static final long EVERY_NANOS = 50_000_000;

    private static final long ENDS_AFTER_NANOS = 3_000_000_000L;
    private static final long NEVER = Long.MIN_VALUE;
    /** No stage: what is slow is told by figures of all. */
    private static final StageKey ANY = new StageKey(-1, -1);

    private final Scheduling scheduling;
    private final RareLog rareLog = new RareLog(LoggerFactory.getLogger(CalmWatch.class));
    private volatile boolean calm;
    private long renewedNanos = NEVER;
    /** When it last looked calm. */
    private long lookedNanos = NEVER;

    CalmWatch(Scheduling scheduling) {
        this.scheduling = scheduling;
    }

    void renew(long nowNanos) {
        if (renewedNanos != NEVER && nowNanos - renewedNanos < EVERY_NANOS) {
            return;
        }
        renewedNanos = nowNanos;
        try {
            calm = !scheduling.options().always() && isCalm(nowNanos);
        } catch (RuntimeException | LinkageError e) {
            calm = false;
            scheduling.figures().failed();
            rareLog.warn(e.getClass().getName(), "Whether the cluster is calm cannot be told", e);
        }
    }

    private boolean isCalm(long nowNanos) {
        if (looksCalm(nowNanos)) {
            lookedNanos = nowNanos;
            return true;
        }
        return lookedNanos != NEVER && nowNanos - lookedNanos < ENDS_AFTER_NANOS;
    }

    private boolean looksCalm(long nowNanos) {
        return scheduling
                .picture()
                .snapshot()
                .map(ClusterPicture.Snapshot::network)
                .filter(network -> Calm.isCalm(network, nowNanos))
                .filter(network -> scheduling.sources().slow(ANY, nowNanos).isEmpty())
                .isPresent();
    }

    boolean isCalm() {
        return calm;
    }
}
