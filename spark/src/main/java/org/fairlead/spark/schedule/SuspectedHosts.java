// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.fairlead.core.chance.Draw;
import org.fairlead.core.plan.ExecutorSlots;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.schedule.options.SparkModes;

/**
 * Decides which executors get no task since their host is suspected, planned or not. Where all executors would be without, none is: then Spark decides
 * alone. A host on probation is drawn anew each second.
 */
final class SuspectedHosts {
    private static final long DRAWN_EVERY_NANOS = 1_000_000_000L;

    private final ClusterPicture picture;
    private final ExecutorSlots executors;
    private final long seed;

    SuspectedHosts(ClusterPicture picture, ExecutorSlots executors, long seed) {
        this.picture = picture;
        this.executors = executors;
        this.seed = seed;
    }

    /** Whether a decision may have to do without somebody. */
    boolean any() {
        return picture.suspectsAny();
    }

    boolean bars(String host, long nowNanos) {
        if (!any()) {
            return false;
        }
        long drawn = Draw.mixed(seed, nowNanos / DRAWN_EVERY_NANOS);
        return picture.bars(host, drawn)
                && executors.all().stream().anyMatch(other -> !picture.bars(other.host(), drawn));
    }

    /** Whether it counts for everything that is launched; otherwise stage by stage. */
    static boolean countsEverywhere(SparkModes modes) {
        return modes.application() == Mode.ENFORCE
                && modes.byPool().values().stream().allMatch(mode -> mode == Mode.ENFORCE);
    }
}
