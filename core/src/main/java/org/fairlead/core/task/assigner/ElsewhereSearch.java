// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.List;
import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Slots;
import org.fairlead.core.topology.Host;

/** Looks at one host after another for the one where a task would end soonest, its waiting for a slot there included. Made for one decision. */
final class ElsewhereSearch {
    private static final double MOST_SECONDS = 1e9;

    private final int offering;
    private final double hereSeconds;
    private final InputKind kind;
    private final Slots slots;
    private final End end;
    private double soonestSeconds = Double.POSITIVE_INFINITY;
    private int soonestHost = -1;
    private int looks;
    private double sooner;
    private boolean soonerAtOnce;

    /** Predicts a task's end on a host. */
    @FunctionalInterface
    interface End {
        /**
         * Seconds from now until it would have ended there.
         *
         * @param waitSeconds until a slot is free there
         */
        double seconds(int host, double waitSeconds);
    }

    /**
     * @param offering host that is left out
     * @param hereSeconds until the task would have ended there: hosts without a slot for longer are not looked at
     */
    ElsewhereSearch(int offering, double hereSeconds, InputKind kind, Slots slots, End end) {
        this.offering = offering;
        this.hereSeconds = hereSeconds;
        this.kind = kind;
        this.slots = slots;
        this.end = end;
    }

    void lookAt(int... hosts) {
        for (int host : hosts) {
            if (host == offering || slots.slots(host, kind) == 0) {
                continue;
            }
            double wait = slots.secondsToFreeSlot(host, kind);
            double seconds = wait < hereSeconds ? end.seconds(host, wait) : Double.POSITIVE_INFINITY;
            count(wait, seconds);
            if (seconds < soonestSeconds) {
                soonestSeconds = seconds;
                soonestHost = host;
            }
        }
    }

    /** Tasks one after the other in one slot there. */
    private void count(double wait, double firstEnds) {
        looks++;
        double limit = SlotSearch.NEAR * hereSeconds;
        if (firstEnds < limit) {
            sooner += 1 + Math.floor((limit - firstEnds) / (firstEnds - wait));
            soonerAtOnce |= wait == 0;
        }
    }

    /**
     * Whether so many tasks like this one would have ended elsewhere before this one had here, one slot counted for each host. Where some slot is free now, yes: it is offered next, and what it gets counts
     * from then on.
     *
     * @param hosts of which those that were looked at are a sample; 0 if they are all
     */
    boolean endSooner(int tasks, int hosts) {
        return soonerAtOnce || (looks > 0 && sooner * Math.max(1, hosts / (double) looks) >= tasks);
    }

    void lookAt(List<Host> hosts) {
        for (Host host : hosts) {
            lookAt(host.index());
        }
    }

    /** At so many that are drawn. */
    void lookAtSome(List<Host> hosts, int count, Draw draw) {
        for (int i = 0; i < count; i++) {
            lookAt(hosts.get(draw.below(hosts.size())).index());
        }
    }

    /**
     * For the soonest end, if it is soon enough to decline the offered slot: as long as the task is behind what its first decline promised by less than {@code patience} times what that gains. Then it waits for what that gains, and is looked at again.
     *
     * @param cause for which it is declined then
     * @param patience how many times the gain the task may be behind; 1 or more
     */
    Optional<SlotSearch.Wait> worthWaiting(Choice.Cause cause, int patience, TaskDeclines.History history) {
        long gain = nanos(hereSeconds) - nanos(soonestSeconds);
        long behind = nanos(soonestSeconds) - history.promisedNanos();
        long left = Math.min(
                patience * gain - Math.max(0, behind), nanos(SlotSearch.LONGEST_SECONDS) - history.waitedNanos());
        return soonestSeconds < SlotSearch.NEAR * hereSeconds && left > 0
                ? Optional.of(new SlotSearch.Wait(cause, soonestHost, Math.min(gain, left), soonestSeconds))
                : Optional.empty();
    }

    private static long nanos(double seconds) {
        return (long) (Math.min(seconds, MOST_SECONDS) * 1e9);
    }
}
