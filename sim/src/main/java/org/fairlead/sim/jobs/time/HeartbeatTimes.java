// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.time;

import org.fairlead.core.chance.Draw;
import org.fairlead.sim.cluster.Cluster;

/** When machines tell the scheduler what happened on them, and ask for work: with their heartbeats (Hadoop), or at once (Spark). */
public final class HeartbeatTimes {
    private final boolean atOnce;
    private final double interval;
    private final long seed;

    public HeartbeatTimes(Cluster cluster, long seed) {
        atOnce = cluster.framework() == Cluster.Framework.SPARK;
        interval = cluster.costs().heartbeatSeconds();
        this.seed = seed;
    }

    /** Whether machines tell at once, and ask for nothing. */
    public boolean areAtOnce() {
        return atOnce;
    }

    /** The first one of a machine that is not before a time. */
    public double from(int machine, double seconds) {
        if (atOnce) {
            return seconds;
        }
        double phase = (Draw.mixed(seed, machine) >>> 11) * 0x1.0p-53 * interval;
        double beat = phase + Math.ceil((seconds - phase) / interval) * interval;
        return beat < seconds ? beat + interval : beat;
    }
}
