// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.attribution;

import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.log.Task.Times;
import org.fairlead.protocol.application.TaskTime;

/**
 * Where task time went. What {@link TaskTime} calls unexplained is not in the log.
 *
 * @param millis its parts in milliseconds, without waiting for a slot
 */
public record Split(TaskTime millis) {
    public static final Split NONE = new Split(TaskTime.NONE);

    public static Split of(Task task) {
        return task.outcome() == Outcome.ENDED_WELL
                ? ofAttempt(task)
                : new Split(TaskTime.ofThrownAway(task.times().total()));
    }

    /** Of an attempt as if its time had not been thrown away, whatever became of it. */
    public static Split ofAttempt(Task task) {
        Times times = task.times();
        return new Split(TaskTime.of(
                times.total(),
                times.run(),
                times.processor(),
                times.garbage(),
                times.fetchWait(),
                times.shuffleWrite()));
    }

    public Split plus(Split other) {
        return new Split(millis.plus(other.millis));
    }

    public double of(Part part) {
        return switch (part) {
            case COMPUTING -> millis.computing();
            case GARBAGE_COLLECTION -> millis.garbageCollection();
            case FETCH_WAIT -> millis.fetchWait();
            case SHUFFLE_WRITE -> millis.shuffleWrite();
            case LAUNCHING -> millis.launching();
            case UNTOLD -> millis.unexplained();
            case THROWN_AWAY -> millis.thrownAway();
        };
    }

    public double total() {
        return millis.total();
    }

    /** The share that a part has of all; 0 of nothing. */
    public double share(Part part) {
        double total = total();
        return total > 0 ? of(part) / total : 0;
    }
}
