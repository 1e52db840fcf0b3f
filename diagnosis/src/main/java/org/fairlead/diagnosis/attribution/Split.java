// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.attribution;

import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.log.Task.Times;
import org.fairlead.protocol.application.TaskTime;

/**
 * Task time by its parts, in milliseconds.
 *
 * <p>{@link TaskTime} says how the parts are told apart. What no metric explains is not in the log.
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
        TaskTime time = TaskTime.of(
                times.total(),
                times.run(),
                times.processor(),
                times.garbage(),
                times.fetchWait(),
                times.shuffleWrite());
        return new Split(
                time.computing(),
                time.garbageCollection(),
                time.fetchWait(),
                time.shuffleWrite(),
                time.launching(),
                time.unexplained(),
                0);
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
