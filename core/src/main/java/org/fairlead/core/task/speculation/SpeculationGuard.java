// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Freshness;
import org.fairlead.core.view.Headroom;

/**
 * Decides whether a further attempt at a task helps, by what holds the running one up: what {@link GuardedSpeculation} asks of a candidate, and what
 * a scheduler asks that has candidates of its own.
 *
 * <p><b>Goals.</b> No speculative attempt adds to the congestion that delays the original. <b>Constraints.</b> Where nobody knows what the network can give, nothing is held
 * against a speculative attempt.
 *
 * <p><b>Algorithm.</b> An attempt that still reads waits for contended input if no replica (or, of input from many, the speculative attempt's own link) would give a speculative attempt more than
 * {@value #FASTER} times what the attempt gets; a replica on a busy disk gives nothing. Otherwise a speculative attempt helps once the attempt is as old as a speculative attempt would take,
 * and has more than {@value #WORTH} times that left.
 *
 * <p><b>Example.</b> An attempt has read 10 MB/s of a block of h1, whose link gives one more transfer 8 MB/s: a speculative attempt would wait there too. With a second replica
 * behind an idle link of 100 MB/s it would not.
 *
 * <p><b>Source.</b> Ours, after status-aware scheduling, section 4.4.
 */
public final class SpeculationGuard {
    /** Two attempts that run for t use what one uses in 2 t. */
    private static final double WORTH = 2;

    private static final double FASTER = 1.5;
    private static final double BUSY = 0.95;

    private SpeculationGuard() {}

    /** @param attemptSeconds that a speculative attempt is expected to take */
    public static boolean admits(Attempt attempt, double attemptSeconds, long nowNanos) {
        return attempt.waits() == Attempt.Waits.NOT
                && attempt.ageSeconds(nowNanos) >= attemptSeconds
                && attempt.secondsLeft(nowNanos) > WORTH * attemptSeconds;
    }

    /**
     * What an attempt waits for that still reads.
     *
     * @param bytesPerSecond that it gets
     * @param sources hosts that hold its input; none: it reads from many
     * @param attemptHost where another attempt would run
     */
    public static Attempt.Waits waits(
            double bytesPerSecond,
            int[] sources,
            int attemptHost,
            Routes routes,
            AvailableBandwidth network,
            long nowNanos) {
        if (isUnknown(routes.downLink(attemptHost), network, nowNanos)) {
            return Attempt.Waits.NOT;
        }
        Headroom headroom = new Headroom(routes, network, nowNanos);
        double best = sources.length == 0 ? headroom.down(attemptHost) : 0;
        for (int source : sources) {
            if (source != attemptHost && isUnknown(routes.upLink(source), network, nowNanos)) {
                return Attempt.Waits.NOT;
            }
            if (network.view().status(source).diskBusy() < BUSY) {
                best = Math.max(best, Math.min(headroom.read(source), headroom.between(source, attemptHost)));
            }
        }
        return best > FASTER * bytesPerSecond ? Attempt.Waits.NOT : Attempt.Waits.FOR_CONTENDED_INPUT;
    }

    private static boolean isUnknown(int link, AvailableBandwidth network, long nowNanos) {
        return link >= 0 && network.knowledge(link, nowNanos) != Freshness.FRESH;
    }
}
