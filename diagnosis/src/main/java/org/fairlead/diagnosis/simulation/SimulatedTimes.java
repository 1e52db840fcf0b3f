// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import java.util.Arrays;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.sim.jobs.outcome.JobsOutcome;

/** When the stages of an application began and ended in one run of the simulator, and what their tasks took. */
final class SimulatedTimes {
    private static final double MILLIS = 1000;

    private final double[] submitted;
    private final double[] ended;
    private final double[][] taskSeconds;
    private final double[] inputSeconds;

    SimulatedTimes(Schedule schedule, LoggedWorkload workload, JobsOutcome outcome) {
        int stages = schedule.application().stages().size();
        submitted = new double[stages];
        ended = new double[stages];
        taskSeconds = new double[stages][];
        inputSeconds = new double[stages];
        for (int place = 0; place < stages; place++) {
            taskSeconds[place] = new double[workload.tasks(place)];
        }
        for (JobsOutcome.Attempted each : outcome.tasks()) {
            int place = workload.place(each.stage());
            if (place < 0) {
                submitted[workload.before(each.stage())] = each.finishSeconds() * MILLIS;
            } else if (!each.killed()) {
                ended[place] = Math.max(ended[place], each.finishSeconds() * MILLIS);
                taskSeconds[place][each.task()] = each.finishSeconds() - each.launchSeconds();
                inputSeconds[place] += Math.max(0, each.inputSeconds() - each.launchSeconds());
            }
        }
        for (int place = 0; place < stages; place++) {
            // As logged, from the last task's end to the stage's.
            ended[place] += schedule.endedMillis(place) - (double) schedule.lastTaskMillis(place);
        }
    }

    /** From the application's start to the end of its last stage, in milliseconds. */
    double totalMillis() {
        return Arrays.stream(ended).max().orElse(0);
    }

    /** From the application's start, in milliseconds. */
    double[] submitted() {
        return submitted.clone();
    }

    /** From the application's start, in milliseconds. */
    double[] ended() {
        return ended.clone();
    }

    double stageMillis(int place) {
        return ended[place] - submitted[place];
    }

    /** Of each task, from its launch to its end; 0 of those that never ended. */
    double[] taskSeconds(int place) {
        return taskSeconds[place].clone();
    }

    /** From a task's launch until it has all its input. */
    double meanInputSeconds(int place) {
        return inputSeconds[place] / taskSeconds[place].length;
    }
}
