// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.attribution;

import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.log.Task.Times;

/**
 * Task time by its parts, in milliseconds.
 *
 * <p><b>Algorithm.</b> What lies outside {@code Executor Run Time} is scheduling and launching. Inside, Spark's metrics overlap: writing
 * a shuffle takes processor time of the kernel, a collection may run beside the task. So each gets what those before it have left, the surest
 * first: processor time, garbage collection, fetch wait, shuffle write. What then is left no metric explains.
 *
 * <p><b>Example.</b> A task takes 1,000 ms and runs for 900. It computes for 500, waits 300 for a shuffle, and its writes took 200 ms, of
 * which at most 100 can have been apart from the processor: computing 500, fetch wait 300, shuffle write 100, launching 100, not in the log 0.
 *
 * <p><b>Source.</b> K. Ousterhout, R. Rasti, S. Ratnasamy, S. Shenker, B.-G. Chun, Making Sense of Performance in Data Analytics
 * Frameworks, NSDI 2015, section 2: the time in which a task is blocked on a resource.
 */
public record Split(
        double computing,
        double garbage,
        double fetchWait,
        double shuffleWrite,
        double launching,
        double untold,
        double thrownAway) {
    public static final Split NONE = new Split(0, 0, 0, 0, 0, 0, 0);

    public static Split of(Task task) {
        return task.outcome() == Outcome.ENDED_WELL
                ? ofAttempt(task)
                : new Split(0, 0, 0, 0, 0, 0, task.times().total());
    }

    /** Of an attempt as if its time had not been thrown away, whatever became of it. */
    public static Split ofAttempt(Task task) {
        Times times = task.times();
        double left = times.run();
        double computing = Math.min(left, times.processor());
        left -= computing;
        double garbage = Math.min(left, times.garbage());
        left -= garbage;
        double fetchWait = Math.min(left, times.fetchWait());
        left -= fetchWait;
        double write = Math.min(left, times.shuffleWrite());
        left -= write;
        return new Split(computing, garbage, fetchWait, write, (double) times.total() - times.run(), left, 0);
    }

    public Split plus(Split other) {
        return new Split(
                computing + other.computing,
                garbage + other.garbage,
                fetchWait + other.fetchWait,
                shuffleWrite + other.shuffleWrite,
                launching + other.launching,
                untold + other.untold,
                thrownAway + other.thrownAway);
    }

    public double of(Part part) {
        return switch (part) {
            case COMPUTING -> computing;
            case GARBAGE_COLLECTION -> garbage;
            case FETCH_WAIT -> fetchWait;
            case SHUFFLE_WRITE -> shuffleWrite;
            case LAUNCHING -> launching;
            case UNTOLD -> untold;
            case THROWN_AWAY -> thrownAway;
        };
    }

    public double total() {
        return computing + garbage + fetchWait + shuffleWrite + launching + untold + thrownAway;
    }

    /** The share that a part has of all; 0 of nothing. */
    public double share(Part part) {
        double total = total();
        return total > 0 ? of(part) / total : 0;
    }
}
