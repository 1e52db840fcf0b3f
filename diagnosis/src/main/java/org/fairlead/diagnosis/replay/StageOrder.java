// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;

/**
 * Which stage began after which, in milliseconds since the epoch: a stage is taken to follow the one that ended last before it was submitted,
 * as long after it as it did (the driver's own time, a user's pause), and never before its parents have ended.
 */
final class StageOrder {
    /** A stage that follows none begins so long after the application. */
    static final int NONE = -1;

    final long originMillis;
    final long[] submitted;
    final long[] ended;
    /** The last end of a task that the stage waited for. */
    final long[] lastTask;
    /** The stage that it follows, or {@link #NONE}. */
    final int[] follows;

    final List<List<Integer>> parents = new ArrayList<>();
    private final List<StageLog> stages;
    private final boolean[] failed;

    StageOrder(ApplicationLog application) {
        stages = application.stages();
        int count = stages.size();
        submitted = new long[count];
        ended = new long[count];
        lastTask = new long[count];
        follows = new int[count];
        failed = new boolean[count];
        for (int stage = 0; stage < count; stage++) {
            times(stage);
        }
        long first = IntStream.range(0, count)
                .mapToLong(stage -> submitted[stage])
                .min()
                .orElse(0);
        originMillis = application.beganMillis() > 0 ? Math.min(application.beganMillis(), first) : first;
        order();
        parents();
    }

    private void times(int stage) {
        StageLog log = stages.get(stage);
        long firstLaunch = Long.MAX_VALUE;
        long lastWell = 0;
        long last = 0;
        for (int i = 0; i < log.tasks().size(); i++) {
            Task task = log.tasks().get(i);
            firstLaunch = Math.min(firstLaunch, task.launchMillis());
            last = Math.max(last, task.endMillis());
            if (endedWell(log, task)) {
                lastWell = Math.max(lastWell, task.endMillis());
            }
        }
        submitted[stage] = log.submittedMillis() > 0 ? Math.min(log.submittedMillis(), firstLaunch) : firstLaunch;
        failed[stage] = lastWell == 0;
        lastTask[stage] = lastWell > 0 ? lastWell : last;
        ended[stage] = Math.max(lastTask[stage], log.completedMillis());
    }

    /** Whether a stage cannot have ended before this attempt of a task had; where none ended well, all of them. */
    boolean isWaitedFor(int stage, Task task) {
        return failed[stage] || endedWell(stages.get(stage), task);
    }

    private static boolean endedWell(StageLog stage, Task task) {
        return task.outcome() == Outcome.ENDED_WELL
                && (stage.completedMillis() <= 0 || task.endMillis() <= stage.completedMillis());
    }

    private void order() {
        int[] byEnd = IntStream.range(0, stages.size())
                .boxed()
                .sorted(Comparator.comparingLong(stage -> ended[stage]))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int stage = 0; stage < stages.size(); stage++) {
            int low = 0;
            int high = byEnd.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (ended[byEnd[middle]] <= submitted[stage]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            // One that had no time at all would follow itself.
            int before = low - 1;
            while (before >= 0 && submitted[byEnd[before]] >= submitted[stage]) {
                before--;
            }
            follows[stage] = before >= 0 ? byEnd[before] : NONE;
        }
    }

    private void parents() {
        Map<Integer, List<Integer>> places = new HashMap<>();
        for (int stage = 0; stage < stages.size(); stage++) {
            places.computeIfAbsent(stages.get(stage).id(), unused -> new ArrayList<>())
                    .add(stage);
        }
        for (int stage = 0; stage < stages.size(); stage++) {
            List<Integer> own = new ArrayList<>();
            for (int parent : stages.get(stage).parents()) {
                for (int place : places.getOrDefault(parent, List.of())) {
                    if (ended[place] <= submitted[stage] && submitted[place] < submitted[stage]) {
                        own.add(place);
                    }
                }
            }
            parents.add(own);
        }
    }
}
