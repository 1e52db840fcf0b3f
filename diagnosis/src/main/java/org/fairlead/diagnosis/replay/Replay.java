// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Computes how long an application takes in a scenario.
 *
 * <p><b>Goals.</b> An upper bound of what can be gained, by the same rules for the log as it is and for the scenario, so that what the rules
 * leave out is left out on both sides.
 *
 * <p><b>Constraints.</b> A stage begins as long after the one that it followed as it did, and not before its parents have ended. A slot is
 * there so long after the submission of its first task's stage as it was, until its executor was removed, counted by how many tasks were
 * launched before. Where there are other executors than there were, the first ones stay and who followed them ({@link ExecutorPlaces}), or each one's slots are there several times.
 * A speculative copy ({@link SpeculativeCopies}) was launched because its original was slow: where the original takes another time than it did, the copy may not be needed.
 *
 * <p><b>Algorithm.</b> List scheduling: tasks in the order in which they were launched, each on the slot that is free first. A slot waits for its
 * next task as long as it did. Where the original of a copy takes another time than it did, the earlier end of the two counts, and no slot waits for the copy; if the original has ended when the copy would be launched,
 * the copy takes no slot.
 *
 * <p><b>Example.</b> Two slots, tasks of 4, 2, 2 and 4 s: the third begins with the slot that the second leaves, all end after 8 s. If the first
 * had waited 2 s for the network, it would leave its slot after 2 s, and all would end after 6 s: a network without limits saves at most a
 * quarter. Ten slots, ten tasks of 10 s, but one hangs; its copy is launched after 15 s and ends after 25: all tasks alike take 10 s, not 25.
 *
 * <p><b>Source.</b> Ousterhout et al., NSDI 2015, section 2.2: "simulating how tasks would be scheduled with blocked time removed".
 */
public final class Replay {
    private final Schedule schedule;
    private final Scenario scenario;
    private final double[] ready;
    private final double[] ends;
    private final SlotHeap heap = new SlotHeap();
    /** How many times the slots of each executor are there, by its number. */
    private final int[] copies;
    /**
     * How many of the copies of each slot have had a task or are in the heap; 0 for a slot that is not open. Of those that no task had yet, the heap has the first alone, since all are free at the same
     * time: so it has at most as many slots as the log has slots and tasks, however many executors there are.
     */
    private final int[] taken;
    /** When attempts that have speculative copies end, in milliseconds, by their numbers. */
    private final Map<Integer, Double> originalEnds = new HashMap<>();

    private int nextOpener;

    /**
     * What came of it, in milliseconds.
     *
     * @param total from the application's start to the end of its last stage; NaN if no slot was left
     * @param stages from the submission of each to its end
     * @param submitted when each is submitted, from the application's start
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Outcome(double total, double[] stages, double[] submitted) {}

    private Replay(Schedule schedule, Scenario scenario) {
        this.schedule = schedule;
        this.scenario = scenario;
        int count = schedule.application().stages().size();
        ready = new double[count];
        Arrays.fill(ready, Double.NaN);
        ends = new double[count];
        taken = new int[schedule.slots()];
        copies = copies();
    }

    private int[] copies() {
        int[] all = new int[schedule.application().executors().size()];
        Arrays.setAll(
                all,
                executor -> scenario.executors() == Scenario.AS_LOGGED
                        ? 1
                        : schedule.executorPlaces().copies(executor, scenario.executors()));
        return all;
    }

    public static Outcome of(Schedule schedule, Scenario scenario) {
        return new Replay(schedule, scenario).run();
    }

    private Outcome run() {
        for (int i = 0; i < schedule.size(); i++) {
            int stage = schedule.stage(i);
            if (Double.isNaN(ready[stage])) {
                ready[stage] = ready(stage);
                ends[stage] = ready[stage];
                for (int slot : schedule.slotsOpenedBy(stage)) {
                    open(slot, ready[stage] + schedule.slot(slot).opensAfterMillis());
                }
            }
            double gap = scenario.gaps() ? schedule.gapMillis(i) : Math.min(0, schedule.gapMillis(i));
            double originalEnd = originalEnd(i);
            double wait = Double.isFinite(originalEnd) ? Math.min(0, gap) : gap;
            double end;
            if (scenario.unlimited()) {
                end = Math.min(originalEnd, ready[stage] + Math.max(0, wait) + scenario.durations()[i]);
            } else {
                leaveOnlyThoseThatAreThere(i, stage);
                if (heap.size() == 0) {
                    return new Outcome(Double.NaN, new double[ends.length], new double[ends.length]);
                }
                double free = Math.max(heap.firstFree(), ready[stage]);
                end = Math.min(originalEnd, Math.max(ready[stage], free + wait) + scenario.durations()[i]);
                // A copy is not launched when its original has ended.
                if (originalEnd > free + Math.max(0, gap)) {
                    take(end);
                }
            }
            if (schedule.speculativeCopies().isCopied(i)) {
                originalEnds.put(i, end);
            }
            if (schedule.isWaitedFor(i)) {
                ends[stage] = Math.max(ends[stage], end);
            }
        }
        return outcome();
    }

    /** When the original of a speculative copy ends by itself; never for other attempts, nor where it takes as long as it did: how long it would have taken nobody knows. */
    private double originalEnd(int number) {
        int original = schedule.speculativeCopies().original(number);
        boolean isKnown = original != SpeculativeCopies.NONE
                && scenario.durations()[original]
                        != schedule.task(original).times().total();
        return isKnown ? originalEnds.getOrDefault(original, Double.POSITIVE_INFINITY) : Double.POSITIVE_INFINITY;
    }

    /** Takes away slots whose executor had been removed, and opens one early if none is left. */
    private void leaveOnlyThoseThatAreThere(int i, int stage) {
        long launch = schedule.launchMillis(i);
        while (heap.size() > 1 && isFirstClosed(launch)) {
            heap.removeFirst();
        }
        if (heap.size() == 1 && isFirstClosed(launch)) {
            // One is left, and none of its copies.
            taken[firstSlot()] = copiesOfFirst();
        }
        nextOpener = Math.max(nextOpener, i + 1);
        while (heap.size() == 0 && nextOpener < schedule.size()) {
            if (schedule.opensSlot(nextOpener)) {
                // No sooner than this task had one: its stage may have waited for the first executor.
                open(schedule.slotOf(nextOpener), ready[stage] + schedule.waitMillis(i));
            }
            nextOpener++;
        }
    }

    private boolean isFirstClosed(long launchMillis) {
        return schedule.slot(firstSlot()).closesMillis() <= launchMillis;
    }

    /** The slot of the log that the first one in the heap is a copy of. */
    private int firstSlot() {
        return (int) (heap.first() % schedule.slots());
    }

    private int copiesOfFirst() {
        return copies[schedule.slot(firstSlot()).executor()];
    }

    /** Gives the first slot to a task that ends then, in milliseconds; its next copy comes into the heap with the first task that it has. */
    private void take(double end) {
        if (scenario.executors() == Scenario.AS_LOGGED) {
            heap.delayFirst(end);
            return;
        }
        int slot = firstSlot();
        double freeAt = heap.firstFree();
        boolean isNewest = heap.first() / schedule.slots() + 1 == taken[slot];
        boolean hasNext = isNewest && taken[slot] < copiesOfFirst();
        heap.delayFirst(end);
        if (hasNext) {
            heap.add(slot + (long) taken[slot] * schedule.slots(), freeAt);
            taken[slot]++;
        }
    }

    private void open(int slot, double at) {
        String host = schedule.application()
                .executors()
                .get(schedule.slot(slot).executor())
                .host();
        boolean isThere = copies[schedule.slot(slot).executor()] > 0 && !host.equals(scenario.without());
        if (isThere && taken[slot] == 0) {
            taken[slot] = 1;
            heap.add(slot, at);
        }
    }

    private double ready(int stage) {
        StageOrder order = schedule.order();
        int before = order.follows[stage];
        double at = before == StageOrder.NONE
                ? order.submitted[stage] - order.originMillis
                : end(before) + order.submitted[stage] - order.ended[before];
        for (int parent : order.parents.get(stage)) {
            at = Math.max(at, end(parent));
        }
        return at;
    }

    /** With the time from its last task's end to its own. */
    private double end(int stage) {
        return ends[stage] + schedule.order().ended[stage] - schedule.order().lastTask[stage];
    }

    private Outcome outcome() {
        double total = 0;
        double[] stages = new double[ends.length];
        for (int stage = 0; stage < stages.length; stage++) {
            total = Math.max(total, end(stage));
            stages[stage] = end(stage) - ready[stage];
        }
        return new Outcome(total, stages, ready);
    }
}
