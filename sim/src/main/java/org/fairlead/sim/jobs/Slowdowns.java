// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.List;
import org.fairlead.sim.cluster.Cluster.Slowdown;
import org.fairlead.sim.jobs.time.Event;

/** Makes processors and disks slow, and well again, when their cluster says. */
final class Slowdowns {
    private final RunContext world;
    private final List<Slowdown> all;
    private final int firstNumber;
    private final boolean[] on;

    /** @param firstNumber of its timers: the background's are below */
    Slowdowns(RunContext world, int firstNumber) {
        this.world = world;
        this.firstNumber = firstNumber;
        all = world.cluster.slowdowns();
        on = new boolean[all.size()];
    }

    void begin() {
        for (int number = 0; number < all.size(); number++) {
            at(all.get(number).fromSeconds(), number);
        }
    }

    private void at(double seconds, int number) {
        if (Double.isFinite(seconds)) {
            world.at(seconds, Event.BACKGROUND, firstNumber + number);
        }
    }

    /** One begins or ends. */
    void timer(int number) {
        int which = number - firstNumber;
        Slowdown slow = all.get(which);
        double now = world.engine.now();
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
        int machine = world.machines.of(changed.host());
        if (changed.part() == Slowdown.Part.DISKS) {
            world.engine.capacity(world.machines.disk(machine), world.machines.diskShare(machine, share));
        } else {
            double processors = world.cluster.machines().get(machine).processors();
            world.engine.capacity(world.machines.processor(machine), share * processors);
        }
    }
}
