// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.time;

import java.util.List;
import java.util.function.DoubleSupplier;
import org.fairlead.sim.cluster.Cluster.Slowdown;

/** Makes processors and disks slow, and well again, when their cluster says. */
public final class Slowdowns {
    private final List<Slowdown> all;
    private final int firstNumber;
    private final DoubleSupplier seconds;
    private final Hardware hardware;
    private final boolean[] on;

    /** What becomes slow, and the clock that says when. */
    public interface Hardware {
        /** Has {@link Slowdowns#timer} called, in seconds of the simulation. */
        void at(double seconds, int timer);

        /** From now on a host has such a share of what it has, processors or disks. */
        void leave(Slowdown.Part part, int host, double share);
    }

    /**
     * @param firstNumber of its timers: the background's are below
     * @param seconds now, in seconds of the simulation
     */
    public Slowdowns(List<Slowdown> all, int firstNumber, DoubleSupplier seconds, Hardware hardware) {
        this.all = List.copyOf(all);
        this.firstNumber = firstNumber;
        this.seconds = seconds;
        this.hardware = hardware;
        on = new boolean[all.size()];
    }

    /** The first time that each is slow is still to come. */
    public void begin() {
        for (int number = 0; number < all.size(); number++) {
            at(all.get(number).fromSeconds(), number);
        }
    }

    private void at(double when, int number) {
        if (Double.isFinite(when)) {
            hardware.at(when, firstNumber + number);
        }
    }

    /** One begins or ends. */
    public void timer(int number) {
        int which = number - firstNumber;
        Slowdown slow = all.get(which);
        double now = seconds.getAsDouble();
        on[which] = !on[which] && now < slow.toSeconds();
        if (on[which]) {
            at(Math.min(slow.toSeconds(), now + slow.onSeconds()), which);
        } else if (now + slow.offSeconds() < slow.toSeconds()) {
            at(now + slow.offSeconds(), which);
        }
        apply(slow);
    }

    private void apply(Slowdown changed) {
        double share = 1;
        for (int i = 0; i < on.length; i++) {
            Slowdown each = all.get(i);
            share *= on[i] && each.host() == changed.host() && each.part() == changed.part() ? each.share() : 1;
        }
        hardware.leave(changed.part(), changed.host(), share);
    }
}
