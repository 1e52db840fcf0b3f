// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.Arrays;
import java.util.Collection;
import org.fairlead.core.prefetch.admission.TasksFirst;
import org.fairlead.sim.jobs.time.PolicyTime;

/**
 * When transfers begin, and when they leave their machine's link to its tasks, by the rule that executors keep to ({@link TasksFirst}). As there, a machine's counters are looked at while
 * something is fetched to it, and at no other time.
 */
final class LinkTurns {
    private final Transfers transfers;
    /** By machine. */
    private final TasksFirst[] rules;

    private final long[] lookedNanos;
    private long nextNanos = Long.MAX_VALUE;

    /** @param most transfers to a machine at a time */
    LinkTurns(Transfers transfers, int machines, int most) {
        this.transfers = transfers;
        rules = new TasksFirst[machines];
        Arrays.setAll(rules, machine -> new TasksFirst(most));
        lookedNanos = new long[machines];
    }

    /**
     * Looks at the counters of machines that it is time for, and has transfers to them go on, or wait.
     *
     * @param fetches whose end is not known yet
     * @return whether any of them has not begun
     */
    boolean look(Collection<Fetch> fetches) {
        long now = now();
        int[] underWay = new int[rules.length];
        boolean[] wanted = new boolean[rules.length];
        boolean anyWaits = false;
        for (Fetch fetch : fetches) {
            boolean waits = fetch.state == Fetch.State.WAITING;
            boolean arrives = fetch.state == Fetch.State.ARRIVING;
            anyWaits |= waits;
            wanted[fetch.machine()] |= waits || arrives;
            underWay[fetch.machine()] += arrives ? 1 : 0;
        }
        nextNanos = Long.MAX_VALUE;
        for (int machine = 0; machine < rules.length; machine++) {
            if (!wanted[machine]) {
                continue;
            }
            if (rules[machine].isDue(now)) {
                rules[machine].looked(
                        transfers.receivedBytes(machine), transfers.taskBytes(machine), underWay[machine], now);
                lookedNanos[machine] = now;
            }
            transfers.lets(machine, !rules[machine].givesWay(now));
            nextNanos = Math.min(nextNanos, lookedNanos[machine] + TasksFirst.LOOK_NANOS);
        }
        return anyWaits;
    }

    /** Whether a transfer to a machine may begin beside so many, as of the last look. */
    boolean mayBegin(int machine, int underWay) {
        return rules[machine].mayBegin(underWay, now());
    }

    /** When to look again; infinite where nothing is fetched. A nanosecond later: seconds are rounded. */
    double nextSeconds() {
        return nextNanos == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : PolicyTime.seconds(nextNanos + 1);
    }

    private long now() {
        return PolicyTime.nanos(transfers.nowSeconds());
    }
}
