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
    private final double[] taskSeconds;
    private final double[] inputSeconds;
    private final int[] tasks;

    SimulatedTimes(Schedule schedule, LoggedWorkload workload, JobsOutcome outcome) {
        int stages = schedule.application().stages().size();
        submitted = new double[stages];
        ended = new double[stages];
        taskSeconds = new double[stages];
        inputSeconds = new double[stages];
        tasks = new int[stages];
        for (JobsOutcome.Attempted each : outcome.tasks()) {
            int place = workload.place(each.stage());
            if (place < 0) {
                submitted[workload.before(each.stage())] = each.finishSeconds() * MILLIS;
            } else if (!each.killed()) {
                ended[place] = Math.max(ended[place], each.finishSeconds() * MILLIS);
                taskSeconds[place] += each.finishSeconds() - each.launchSeconds();
                inputSeconds[place] += Math.max(0, each.inputSeconds() - each.launchSeconds());
                tasks[place]++;
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

    double meanTaskSeconds(int place) {
        return tasks[place] > 0 ? taskSeconds[place] / tasks[place] : 0;
    }

    /** From a task's launch until it has all its input. */
    double meanInputSeconds(int place) {
        return tasks[place] > 0 ? inputSeconds[place] / tasks[place] : 0;
    }
}
