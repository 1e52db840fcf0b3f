// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import org.fairlead.core.task.InputKind;
import org.fairlead.sim.jobs.time.Event;
import org.fairlead.sim.jobs.time.HeartbeatTimes;
import org.fairlead.sim.jobs.time.Offers;

/**
 * Offers as in Hadoop 1: each machine asks with its heartbeat, at a phase of its own, and reports then which tasks have ended. A machine that has
 * nothing to ask for is silent until tasks become pending; its beats would change nothing.
 */
final class TrackerOffers implements Offers {
    private final RunContext world;
    private final TaskDispatch dispatch;
    private final double interval;
    private final int perBeat;
    private final HeartbeatTimes beats;
    private final boolean[] set;

    TrackerOffers(RunContext world, TaskDispatch dispatch, HeartbeatTimes beats) {
        this.world = world;
        this.dispatch = dispatch;
        this.beats = beats;
        interval = world.cluster.costs().heartbeatSeconds();
        perBeat = world.cluster.costs().tasksPerHeartbeat();
        set = new boolean[world.machines.count()];
    }

    @Override
    public void pending() {
        for (int machine = 0; machine < set.length; machine++) {
            look(machine);
        }
    }

    @Override
    public void freed(int machine, int application) {
        look(machine);
    }

    /** A machine may ask with its next heartbeat. */
    private void look(int machine) {
        if (!set[machine] && hasRoom(machine)) {
            set[machine] = true;
            world.at(beats.from(machine, world.engine.now()), Event.BEAT, machine);
        }
    }

    private boolean hasRoom(int machine) {
        return world.machines.hasFree(machine, InputKind.BLOCKS) || world.machines.hasFree(machine, InputKind.SHUFFLE);
    }

    @Override
    public void timer(int machine) {
        set[machine] = false;
        for (InputKind kind : InputKind.values()) {
            for (int launched = 0; launched < perBeat && world.machines.hasFree(machine, kind); launched++) {
                if (!ask(machine, kind)) {
                    break;
                }
            }
        }
        boolean more = dispatch.anyPending()
                || (dispatch.speculates() && !dispatch.jobs().isEmpty());
        if (more && hasRoom(machine)) {
            set[machine] = true;
            world.at(beats.from(machine, world.engine.now() + interval / 2), Event.BEAT, machine);
        }
    }

    private boolean ask(int machine, InputKind kind) {
        for (StageRun set : dispatch.sets(kind)) {
            if (dispatch.offer(machine, set)) {
                return true;
            }
        }
        return dispatch.speculates() && dispatch.speculate(machine, kind);
    }
}
