// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.time;

import java.util.function.IntUnaryOperator;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.prefetch.shadow.OfferTimes;
import org.fairlead.sim.cluster.Cluster;

/** When machines tell the scheduler what happened on them, and ask for work: with their heartbeats (Hadoop), or at once (Spark). */
public final class HeartbeatTimes {
    /** What is so little after a heartbeat by rounding is at that heartbeat. */
    private static final double SAME_BEAT_SECONDS = 1e-6;

    private final boolean atOnce;
    private final double interval;
    private final int tasks;
    private final long seed;

    public HeartbeatTimes(Cluster cluster, long seed) {
        atOnce = cluster.framework() == Cluster.Framework.SPARK;
        interval = cluster.costs().heartbeatSeconds();
        tasks = cluster.costs().tasksPerHeartbeat();
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

    /**
     * When machines ask for work from now on, as whoever looks ahead is told it. Those of this instant have been answered. To the nanosecond as policies are told the time then, since some draw by
     * it.
     *
     * @param machineOf by host
     */
    public OfferTimes offers(double nowSeconds, IntUnaryOperator machineOf) {
        long now = PolicyTime.nanos(nowSeconds);
        return OfferTimes.heartbeats(interval, tasks, (host, seconds) -> {
            double slack = seconds > 0 ? -SAME_BEAT_SECONDS : SAME_BEAT_SECONDS;
            double beat = from(machineOf.applyAsInt(host), nowSeconds + seconds + slack);
            return Math.max(seconds, PolicyTime.seconds(PolicyTime.nanos(beat) - now));
        });
    }
}
