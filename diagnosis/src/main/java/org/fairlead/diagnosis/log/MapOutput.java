// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.diagnosis.log.Task.Outcome;

/** What executors wrote for shuffles, in bytes. */
public final class MapOutput {
    private final ApplicationLog application;
    /** By what a stage makes, what each executor wrote of it. */
    private final Map<Integer, double[]> written = new HashMap<>();

    public MapOutput(ApplicationLog application) {
        this.application = application;
        for (StageLog stage : application.stages()) {
            for (int i = 0; i < stage.tasks().size(); i++) {
                Task task = stage.tasks().get(i);
                if (task.outcome() == Outcome.ENDED_WELL && task.volumes().shuffled() > 0) {
                    written.computeIfAbsent(
                                            made(stage.id()),
                                            unused -> new double
                                                    [application.executors().size()])[task.executor()] +=
                            task.volumes().shuffled();
                }
            }
        }
    }

    /** By a number below 0 where the log does not say what a stage makes. */
    private int made(int stage) {
        return application.dataSets().getOrDefault(stage, -2 - stage);
    }

    /** What each executor wrote for a stage, by its place in {@link ApplicationLog#executors}; also of parents that were skipped. */
    public double[] readBy(StageLog stage) {
        double[] output = new double[application.executors().size()];
        for (int parent : stage.parents()) {
            double[] part = written.getOrDefault(made(parent), new double[0]);
            for (int i = 0; i < part.length; i++) {
                output[i] += part[i];
            }
        }
        return output;
    }
}
