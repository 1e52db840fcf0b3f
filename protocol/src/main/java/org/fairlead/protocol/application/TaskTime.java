// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

/**
 * What the time of attempts at tasks was spent on, in seconds, summed over attempts. All parts but {@link #slotWait} add up to the time from launch to end.
 *
 * <p><b>Algorithm.</b> What lies outside of {@code Executor Run Time} is scheduling and launching. Inside, Spark's metrics overlap: writing a shuffle takes processor time of the kernel, a collection
 * may run beside the task. So each gets what those before it have left, the surest first: processor time, garbage collection, fetch wait, shuffle write. What then is left no metric explains.
 *
 * <p><b>Example.</b> A task takes 1 s and runs for 0.9. It computes for 0.5, waits 0.3 for a shuffle, and its writes took 0.2 s, of which at most 0.1 can have been apart from the processor: computing
 * 0.5, fetch wait 0.3, shuffle write 0.1, launching 0.1, unexplained 0.
 *
 * <p><b>Source.</b> K. Ousterhout, R. Rasti, S. Ratnasamy, S. Shenker, B.-G. Chun, Making Sense of Performance in Data Analytics Frameworks, NSDI 2015, section 2: the time in which a task is blocked on
 * a resource.
 *
 * @param computing processor time
 * @param garbageCollection pauses of the executor
 * @param fetchWait nothing to work on of a shuffle: its link, the sender, or the sender's disk
 * @param shuffleWrite blocked on files of a shuffle
 * @param launching on the way, unpacking, the result's way to the driver
 * @param unexplained by Spark's metrics: reading, writing, spills, waiting for a processor
 * @param thrownAway attempts that failed or came second, as a whole
 * @param slotWait from the stage's submission to the launch of attempts that ended well
 */
public record TaskTime(
        double computing,
        double garbageCollection,
        double fetchWait,
        double shuffleWrite,
        double launching,
        double unexplained,
        double thrownAway,
        double slotWait) {
    public static final TaskTime NONE = new TaskTime(0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Of one attempt, in any unit of time.
     *
     * @param total from its launch to its end
     * @param run its executor's time for it
     * @param processor as Spark's metrics have it, likewise the others
     */
    public static TaskTime of(
            double total, double run, double processor, double garbage, double fetchWait, double shuffleWrite) {
        double left = run;
        double computing = Math.min(left, processor);
        left -= computing;
        double collecting = Math.min(left, garbage);
        left -= collecting;
        double fetching = Math.min(left, fetchWait);
        left -= fetching;
        double writing = Math.min(left, shuffleWrite);
        left -= writing;
        return new TaskTime(computing, collecting, fetching, writing, total - run, left, 0, 0);
    }

    /** Of an attempt whose work counts for nothing. */
    public static TaskTime ofThrownAway(double total) {
        return new TaskTime(0, 0, 0, 0, 0, 0, total, 0);
    }

    public TaskTime withSlotWait(double seconds) {
        return new TaskTime(
                computing, garbageCollection, fetchWait, shuffleWrite, launching, unexplained, thrownAway, seconds);
    }

    public TaskTime plus(TaskTime other) {
        return new TaskTime(
                computing + other.computing,
                garbageCollection + other.garbageCollection,
                fetchWait + other.fetchWait,
                shuffleWrite + other.shuffleWrite,
                launching + other.launching,
                unexplained + other.unexplained,
                thrownAway + other.thrownAway,
                slotWait + other.slotWait);
    }

    /** From launch to end. */
    public double total() {
        return computing + garbageCollection + fetchWait + shuffleWrite + launching + unexplained + thrownAway;
    }
}
