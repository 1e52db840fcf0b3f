// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.attribution;

import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.log.Task.Volumes;
import org.fairlead.protocol.application.TaskTime;

/**
 * For how long a task was blocked on the network or on disks, in milliseconds: what the log measures, and what it can have been at most, since
 * a log measures neither reads nor output nor spills. The truth lies between.
 *
 * <p>Of an attempt that was overtaken nothing is measured, since it would have taken longer by nobody knows what; at most it was blocked whenever it neither computed nor collected garbage: a log does not tell
 * what it had still to read or write.
 *
 * @param networkMeasured waited for a shuffle of which something came from another executor; the result's way to the driver
 * @param networkAtMost with all unexplained time of tasks that read what their own host does not hold, that write output (HDFS copies it),
 *     or that may wait for what is broadcast
 * @param disksMeasured blocked on files of a shuffle
 * @param disksAtMost with all waiting for a shuffle (the sender's disk) and all unexplained time of tasks that use files: read, write output,
 *     spill, take or leave something of a shuffle on their own host
 * @param reading the part of the unexplained time that can have been reading; where a columnar scan says how long it took, at most that
 */
public record Blocked(
        double networkMeasured, double networkAtMost, double disksMeasured, double disksAtMost, double reading) {
    public static final Blocked NOTHING = new Blocked(0, 0, 0, 0, 0);

    /** @param mayWaitForBroadcast whether no task of its stage had ended on its executor when it was launched: all of these wait for the same transfer */
    public static Blocked of(Task task, Split split, boolean mayWaitForBroadcast) {
        if (task.outcome() == Outcome.OVERTAKEN) {
            TaskTime attempt = Split.ofAttempt(task).millis();
            double hidden = Math.max(0, attempt.total() - attempt.computing() - attempt.garbageCollection());
            return new Blocked(0, hidden, 0, hidden, 0);
        }
        if (task.outcome() != Outcome.ENDED_WELL) {
            return NOTHING;
        }
        double scan = task.times().scan();
        TaskTime millis = split.millis();
        double untold = millis.unexplained();
        double reading = !task.reads() ? 0 : scan > 0 ? Math.min(untold, scan) : untold;
        Volumes volumes = task.volumes();
        boolean writes = volumes.output() > 0;
        boolean hasFiles = writes || volumes.spilled() > 0 || volumes.beside() > 0 || volumes.shuffled() > 0;
        double result = Math.min(millis.launching(), task.times().result());
        double network = (volumes.remote() > 0 ? millis.fetchWait() : 0) + result;
        double hidden = writes || mayWaitForBroadcast ? untold : task.local() ? 0 : reading;
        double disks = millis.shuffleWrite();
        return new Blocked(
                network, network + hidden, disks, disks + millis.fetchWait() + (hasFiles ? untold : reading), reading);
    }

    public Blocked plus(Blocked other) {
        return new Blocked(
                networkMeasured + other.networkMeasured,
                networkAtMost + other.networkAtMost,
                disksMeasured + other.disksMeasured,
                disksAtMost + other.disksAtMost,
                reading + other.reading);
    }
}
