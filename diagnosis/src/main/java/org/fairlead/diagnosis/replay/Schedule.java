// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;

/**
 * The tasks of an application in the order of their launch, and the slots that they ran on. A log names executors, not slots: a task is taken
 * to run on the slot of its executor that became free last before it, or on one that no task had yet. An executor has as many slots as it has
 * cores for tasks. When all are taken, the task follows the one that ends first: a driver launches tasks a little before it has noted the end of those
 * whose slots they get.
 */
public final class Schedule {
    private static final int PLACE_BITS = 26;
    /** How much later than the next launch the end of a task may be noted. */
    private static final long LONGEST_OVERLAP_MILLIS = 1000;

    private static final long LATEST_MILLIS = 1L << (Long.SIZE - 1 - PLACE_BITS);

    private final ApplicationLog application;
    private final StageOrder order;
    private final int[] stages;
    private final int[] places;
    private final boolean[] opens;
    private final boolean[] waitedFor;
    private final boolean[] firsts;
    private final boolean[] inFirstWave;
    private final int[] slots;
    private final float[] gaps;
    private final List<Slot> allSlots = new ArrayList<>();
    private final List<List<Integer>> slotsOpenedBy = new ArrayList<>();
    private final ExecutorPlaces executorPlaces;
    private final SpeculativeCopies speculativeCopies;

    /**
     * A slot of an executor.
     *
     * @param opensAfterMillis how long after the submission of its first task's stage that task was launched
     * @param opensMillis since the epoch: when that was
     * @param closesMillis since the epoch: when its executor was removed
     */
    public record Slot(int executor, double opensAfterMillis, long opensMillis, long closesMillis) {}

    /** @throws IllegalArgumentException if there are more than 67 million attempts, or they lie more than four years apart */
    public Schedule(ApplicationLog application) {
        this.application = application;
        order = new StageOrder(application);
        int size = Math.toIntExact(Math.min(Integer.MAX_VALUE, application.tasks()));
        if (size >= 1 << PLACE_BITS) {
            throw new IllegalArgumentException(
                    "more than " + (1 << PLACE_BITS) + " attempts of tasks in one application");
        }
        stages = new int[size];
        places = new int[size];
        opens = new boolean[size];
        waitedFor = new boolean[size];
        firsts = new boolean[size];
        inFirstWave = new boolean[size];
        slots = new int[size];
        gaps = new float[size];
        sort();
        assign();
        executorPlaces = new ExecutorPlaces(this);
        speculativeCopies = new SpeculativeCopies(this);
    }

    private void sort() {
        long[] keys = new long[stages.length];
        int[] stageOf = new int[stages.length];
        int[] placeOf = new int[stages.length];
        int at = 0;
        for (int stage = 0; stage < application.stages().size(); stage++) {
            StageLog log = application.stages().get(stage);
            for (int place = 0; place < log.tasks().size(); place++) {
                long after = log.tasks().get(place).launchMillis() - order.originMillis;
                if (after < 0 || after >= LATEST_MILLIS) {
                    throw new IllegalArgumentException("tasks lie more than four years apart");
                }
                keys[at] = (after << PLACE_BITS) | at;
                stageOf[at] = stage;
                placeOf[at] = place;
                at++;
            }
        }
        Arrays.sort(keys);
        for (int i = 0; i < keys.length; i++) {
            int from = (int) (keys[i] & ((1 << PLACE_BITS) - 1));
            stages[i] = stageOf[from];
            places[i] = placeOf[from];
        }
    }

    private void assign() {
        List<List<Integer>> slotsOf = new ArrayList<>();
        application.executors().forEach(unused -> slotsOf.add(new ArrayList<>()));
        application.stages().forEach(unused -> slotsOpenedBy.add(new ArrayList<>()));
        List<Long> ends = new ArrayList<>();
        Map<Long, Long> firstEnds = new HashMap<>();
        for (int i = 0; i < stages.length; i++) {
            Task task = task(i);
            List<Integer> own = slotsOf.get(task.executor());
            long submitted = order.submitted[stages[i]];
            int slot = slot(own, ends, task.launchMillis(), slotsOf(task.executor()));
            if (slot < 0) {
                slot = allSlots.size();
                opens[i] = true;
                ExecutorLog executor = application.executors().get(task.executor());
                allSlots.add(new Slot(
                        task.executor(),
                        (double) (task.launchMillis() - submitted),
                        task.launchMillis(),
                        executor.removedMillis()));
                own.add(slot);
                slotsOpenedBy.get(stages[i]).add(slot);
                ends.add(task.endMillis());
            } else {
                gaps[i] = (float) (task.launchMillis() - Math.max(ends.get(slot), submitted));
                ends.set(slot, Math.max(ends.get(slot), task.endMillis()));
            }
            slots[i] = slot;
            waitedFor[i] = order.isWaitedFor(stages[i], task);
            long there = ((long) stages[i] << Integer.SIZE) | task.executor();
            Long firstEnd = firstEnds.get(there);
            firsts[i] = firstEnd == null;
            inFirstWave[i] = !application.executors().get(task.executor()).isDriver()
                    && (firstEnd == null || task.launchMillis() < firstEnd);
            firstEnds.merge(there, task.endMillis(), Math::min);
        }
    }

    /** How many slots an executor has at most. */
    private int slotsOf(int executor) {
        int cores = application.executors().get(executor).cores();
        String each = application.properties().getOrDefault("spark.task.cpus", "1");
        int processors = each.matches("[1-9]\\d{0,4}") ? Integer.parseInt(each) : 1;
        return cores > 0 ? Math.max(1, cores / processors) : Integer.MAX_VALUE;
    }

    /** The slot of a task that was launched then; below 0 for one that no task had yet. */
    private static int slot(List<Integer> own, List<Long> ends, long launch, int most) {
        int free = freeLast(own, ends, launch);
        if (free >= 0 || own.size() < most) {
            return free;
        }
        int first = own.get(0);
        for (int slot : own) {
            first = ends.get(slot) < ends.get(first) ? slot : first;
        }
        return ends.get(first) - launch <= LONGEST_OVERLAP_MILLIS ? first : -1;
    }

    private static int freeLast(List<Integer> own, List<Long> ends, long launch) {
        int best = -1;
        for (int slot : own) {
            if (ends.get(slot) <= launch && (best < 0 || ends.get(slot) > ends.get(best))) {
                best = slot;
            }
        }
        return best;
    }

    /** How many attempts of tasks there are; they are numbered in the order of their launch. */
    public int size() {
        return stages.length;
    }

    public ApplicationLog application() {
        return application;
    }

    public Task task(int number) {
        return application.stages().get(stages[number]).tasks().get(places[number]);
    }

    /** What an attempt had to read, in bytes. One that was overtaken has read a part of it: what its copy read. */
    public double bytesToRead(int number) {
        return task(finisher(number)).volumes().read();
    }

    /** Whether an attempt had anything to read that is stored; one that was overtaken, whether its copy had. */
    public boolean reads(int number) {
        return task(number).reads() || task(finisher(number)).reads();
    }

    /** Who did what an attempt had to do: the copy that has overtaken it; the attempt itself where none has. */
    public int finisher(int number) {
        int winner = speculativeCopies.winner(number);
        return winner == SpeculativeCopies.NONE ? number : winner;
    }

    /** The attempt that one has overtaken; the attempt itself where it has overtaken none. */
    public int overtaken(int number) {
        int original = speculativeCopies.original(number);
        boolean overtakes = original != SpeculativeCopies.NONE && speculativeCopies.winner(original) == number;
        return overtakes ? original : number;
    }

    long launchMillis(int number) {
        return application.stages().get(stages[number]).tasks().launchMillis(places[number]);
    }

    /** From the submission of its stage to its launch. */
    double waitMillis(int number) {
        return launchMillis(number) - (double) order.submitted[stages[number]];
    }

    /** The stage of a task, by its place among those of the application. */
    public int stage(int number) {
        return stages[number];
    }

    public String host(int number) {
        return application.executors().get(task(number).executor()).host();
    }

    /** Whether it was the first task ever of its slot: it runs while the executor is still warming up. */
    public boolean opensSlot(int number) {
        return opens[number];
    }

    /** Whether it was the first task of its stage on its executor. */
    public boolean isFirstThere(int number) {
        return firsts[number];
    }

    /** Whether no task of its stage had ended on its executor when it was launched. What is broadcast is fetched once, and all of these wait for that. Not in the driver, which has it. */
    public boolean mayWaitForBroadcast(int number) {
        return inFirstWave[number];
    }

    /** How many slots there ever were. */
    public int slots() {
        return allSlots.size();
    }

    /** How long each task took, in milliseconds. */
    public double[] durations() {
        double[] durations = new double[stages.length];
        for (int i = 0; i < durations.length; i++) {
            durations[i] = task(i).times().total();
        }
        return durations;
    }

    /** From the application's start to the end of its last stage, as logged, in milliseconds. */
    public double loggedMillis() {
        return Arrays.stream(order.ended).max().orElse(order.originMillis) - order.originMillis;
    }

    /** From its submission to its end, as logged, in milliseconds. */
    public double loggedMillis(int stage) {
        return order.ended[stage] - order.submitted[stage];
    }

    /** When a stage was submitted, or its first task launched where that is not known, in milliseconds since the epoch. */
    public long submittedMillis(int stage) {
        return order.submitted[stage];
    }

    /** When a stage ended, in milliseconds since the epoch. */
    public long endedMillis(int stage) {
        return order.ended[stage];
    }

    /** The stage that one is taken to have begun after, by its place; −1 where it followed none. */
    public int follows(int stage) {
        return order.follows[stage];
    }

    /** The last end of a task that a stage waited for, in milliseconds since the epoch. */
    public long lastTaskMillis(int stage) {
        return order.lastTask[stage];
    }

    /** When the application began, in milliseconds since the epoch. */
    public long originMillis() {
        return order.originMillis;
    }

    ExecutorPlaces executorPlaces() {
        return executorPlaces;
    }

    /**
     * How many times the slots of an executor are there, if so many executors are there at most: the first ones of the log, or each several times.
     *
     * @param executors above 0
     */
    public int copies(int executor, int executors) {
        return executorPlaces.copies(executor, executors);
    }

    SpeculativeCopies speculativeCopies() {
        return speculativeCopies;
    }

    StageOrder order() {
        return order;
    }

    public Slot slot(int slot) {
        return allSlots.get(slot);
    }

    /** Slots whose first task belongs to a stage. */
    List<Integer> slotsOpenedBy(int stage) {
        return slotsOpenedBy.get(stage);
    }

    /** The slot on which a task ran. */
    public int slotOf(int number) {
        return slots[number];
    }

    /** Between the moment at which it could have been launched there and its launch, in milliseconds; below 0 where it was launched before. */
    public double gapMillis(int number) {
        return gaps[number];
    }

    boolean isWaitedFor(int number) {
        return waitedFor[number];
    }
}
