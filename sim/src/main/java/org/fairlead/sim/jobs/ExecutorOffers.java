// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.TaskSet;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.time.Event;
import org.fairlead.sim.jobs.time.Offers;

/**
 * Offers as in Spark: a slot is offered as soon as it is free; all slots are when tasks become pending, and each second while any are. A round
 * goes through the sets in their order, and gives each machine one task of a set after the other.
 *
 * <p>In clusters of more than {@value #SMALL} machines a set is left alone for the rest of a round after {@value #DECLINES} declines in a row,
 * machines that hold its input having been asked first.
 */
final class ExecutorOffers implements Offers {
    private static final double REVIVE_SECONDS = 1;
    private static final int SMALL = 256;
    private static final int DECLINES = 16;
    private static final int HOLDERS = 64;
    private static final List<LocalityLevel> LEVELS =
            List.of(LocalityLevel.HOST, LocalityLevel.NO_PREFERENCE, LocalityLevel.RACK, LocalityLevel.ANY);

    private final RunContext world;
    private final TaskDispatch dispatch;
    private boolean soon;
    private boolean later;

    ExecutorOffers(RunContext world, TaskDispatch dispatch) {
        this.world = world;
        this.dispatch = dispatch;
    }

    @Override
    public void pending() {
        if (!soon) {
            soon = true;
            world.at(world.engine.now(), Event.OFFERS, 0);
        }
    }

    @Override
    public void freed(int machine, int application) {
        dispatch.planning(application).ifPresent(plans -> plans.offered(machine));
        for (StageRun set : dispatch.sets(InputKind.BLOCKS, application)) {
            if (isPlanned(set)) {
                offerPlanned(set, new int[] {machine});
            } else {
                while (set.pending.size() > 0 && dispatch.offer(machine, set)) {
                    // as many as there are slots
                }
                dispatch.roundEnded(set, false);
            }
        }
        while (dispatch.speculates()
                && world.machines.hasFree(machine, InputKind.BLOCKS)
                && dispatch.speculate(machine, InputKind.BLOCKS)) {
            // likewise
        }
        reviveLater();
    }

    private void reviveLater() {
        boolean more = dispatch.anyPending()
                || (dispatch.speculates() && !dispatch.jobs().isEmpty());
        if (!later && more) {
            later = true;
            world.at(world.engine.now() + REVIVE_SECONDS, Event.OFFERS, 1);
        }
    }

    /** @param which 0 for a round at once, 1 for one of each second */
    @Override
    public void timer(int which) {
        if (which == 0) {
            soon = false;
        } else {
            later = false;
        }
        int[] machines = shuffled();
        if (machines.length > 0) {
            for (int application = 0; application < world.machines.applications(); application++) {
                dispatch.planning(application).ifPresent(plans -> {
                    for (int machine : machines) {
                        plans.offered(machine);
                    }
                });
            }
            for (StageRun set : dispatch.sets(InputKind.BLOCKS)) {
                if (isPlanned(set)) {
                    offerPlanned(set, machines);
                } else {
                    offer(set, machines);
                    dispatch.roundEnded(set, true);
                }
            }
            for (int machine : machines) {
                if (dispatch.speculates() && world.machines.hasFree(machine, InputKind.BLOCKS)) {
                    dispatch.speculate(machine, InputKind.BLOCKS);
                }
            }
        }
        reviveLater();
    }

    private int[] shuffled() {
        List<Integer> free = new ArrayList<>();
        for (int machine = 0; machine < world.machines.count(); machine++) {
            if (world.machines.hasFree(machine, InputKind.BLOCKS)) {
                free.add(machine);
            }
        }
        int[] machines = free.stream().mapToInt(Integer::intValue).toArray();
        Draw draw = new Draw(world.chance());
        for (int i = machines.length - 1; i > 0; i--) {
            int other = draw.below(i + 1);
            int kept = machines[i];
            machines[i] = machines[other];
            machines[other] = kept;
        }
        return machines;
    }

    /** Whether a set's plan counts in the round that begins. */
    private boolean isPlanned(StageRun set) {
        return dispatch.planning(set)
                .map(plans -> plans.beginRound(set, dispatch.running(set.job.application) == 0))
                .orElse(false);
    }

    /** As Spark does: level by level, each until no slot takes a task any more. */
    private void offerPlanned(StageRun set, int[] machines) {
        for (LocalityLevel farthest : LEVELS) {
            boolean launched = true;
            while (launched && set.pending.size() > 0) {
                launched = false;
                for (int machine : machines) {
                    launched |=
                            set.pending.size() > 0 && isFree(machine, set) && dispatch.offer(machine, set, farthest);
                }
            }
        }
    }

    private void offer(StageRun set, int[] machines) {
        boolean many = machines.length > SMALL;
        if (many) {
            offerHolders(set);
        }
        boolean launched = true;
        while (launched && set.pending.size() > 0) {
            launched = false;
            int declines = 0;
            for (int machine : machines) {
                if (set.pending.size() == 0 || (many && declines >= DECLINES)) {
                    break;
                }
                if (isFree(machine, set)) {
                    boolean took = dispatch.offer(machine, set);
                    launched |= took;
                    declines = took ? 0 : declines + 1;
                }
            }
        }
    }

    private boolean isFree(int machine, StageRun set) {
        return world.machines.free(machine, InputKind.BLOCKS, set.job.application) > 0;
    }

    private void offerHolders(StageRun set) {
        for (TaskSet.Group group : set.pending.anywhere(HOLDERS)) {
            for (int host : group.hosts()) {
                int machine = world.machines.of(host);
                if (machine != SimulatedMachines.NONE && set.pending.size() > 0 && isFree(machine, set)) {
                    dispatch.offer(machine, set);
                }
            }
        }
    }
}
