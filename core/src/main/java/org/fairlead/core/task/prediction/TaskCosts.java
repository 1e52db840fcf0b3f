// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.task.BroadcastFetches;
import org.fairlead.core.task.LearnedTimes;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.TaskSet;

/** What a task of a set takes besides fetching its input, seconds: computing, overhead, both at its host's pace, and broadcast variables. Made for one decision. */
public final class TaskCosts {
    private final LearnedTimes times;
    private final Slots slots;
    private final BroadcastFetches broadcasts;
    private final FanRates rates;

    TaskCosts(TaskSet tasks, Slots slots, BroadcastFetches broadcasts, FanRates rates) {
        times = tasks.times();
        this.slots = slots;
        this.broadcasts = broadcasts;
        this.rates = rates;
    }

    /** Of a task that waits for nothing, on a host that is well: on no host it takes less. */
    public double unhindered(double bytes) {
        return Math.max(slots.leastSeconds(), computing(bytes) + times.overheadSeconds());
    }

    /** Of one that waits for nothing on a host. */
    public double unhindered(double bytes, int host) {
        return slots.pace(host) * unhindered(bytes);
    }

    /** Of a task whose input comes within so many seconds: it computes meanwhile. */
    double withInput(double fetchSeconds, double bytes, int host) {
        double own = computing(bytes) + times.overheadSeconds();
        double more = slots.pace(host) * Math.max(0, slots.leastSeconds() - own);
        return Math.max(fetchSeconds, computing(bytes, host)) + besides(host) + more;
    }

    /** Whether a task takes longer for something else than for fetching its input within so many seconds. */
    boolean exceed(double fetchSeconds, double bytes, int host) {
        return fetchSeconds <= Math.max(computing(bytes, host), besides(host));
    }

    /** What else it takes most of its time for. */
    CompletionLimit limit(double bytes, int host) {
        if (computing(bytes, host) >= besides(host)) {
            return new CompletionLimit(CompletionLimit.Kind.COMPUTING, -1);
        }
        boolean fetches = besides(host) > 2 * overhead(host);
        return new CompletionLimit(fetches ? CompletionLimit.Kind.BROADCASTS : CompletionLimit.Kind.OVERHEAD, host);
    }

    private double computing(double bytes) {
        return bytes * times.computeSecondsPerByte() + times.fixedSeconds();
    }

    private double computing(double bytes, int host) {
        return slots.pace(host) * computing(bytes);
    }

    private double overhead(int host) {
        return slots.pace(host) * times.overheadSeconds();
    }

    /** What comes before a task reads, and after it has computed. */
    private double besides(int host) {
        double bytes = broadcasts.bytesBesides(host);
        // What first tasks were measured to take longer has such fetches in it.
        double first = bytes > 0 ? Math.max(times.coldSeconds(), TransferSeconds.of(bytes, rates.in(host))) : 0;
        return first + overhead(host);
    }
}
