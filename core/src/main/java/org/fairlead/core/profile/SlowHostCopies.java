// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Says which tasks that run on slow hosts are worth a second attempt on a host that is well.
 *
 * <p><b>Goals.</b> A stage does not wait for tasks that were launched before their host was known to be slow, nor for those that try whether it still is.
 *
 * <p><b>Constraints.</b> Asked where a slot is free that no pending task takes. A second attempt costs that slot and reads its input once more, so it must be predicted to end sooner by more than the prediction may be off.
 *
 * <p><b>Algorithm.</b> u is what a task of the stage usually takes, o of that without waiting for other hosts, p the pace that its host had when it was seen last ({@link HostPaces#remembered}), which is what is sure of how slow the host is: also while tasks try it again. It is predicted to take t = u + (p − 1)·o. e seconds after
 * its launch t − e is left; of one that is late, e: nobody knows how slow its host really is, and it is taken to need as much again. It is worth a copy if p is {@value HostPaces#SLOW_FROM} or more and more than {@value #WORTH}·u is left. Those with most left come first.
 *
 * <p><b>Example.</b> Tasks take 1 s, none of it waiting. On h3 with a pace of 1.8 one that runs for 0.5 s has 1.3 s left and is copied; at 0.7 s it has 1.1 s left and is not. One of which nothing was expected has run for 5 s when h3's pace comes to 1.3: it is taken to
 * need 5 s more, and is copied.
 *
 * <p><b>Source.</b> Ours, after the backup tasks of MapReduce (Dean and Ghemawat, OSDI 2004).
 */
final class SlowHostCopies {
    static final double WORTH = 1.25;

    private SlowHostCopies() {}

    private record Worth(long attempt, double leftSeconds) {}

    /** The numbers of the attempts of a stage's tasks. */
    static List<Long> of(StageAttempt stage, LaunchedTasks launched, HostPaces paces, long nowNanos) {
        Map<String, Double> slow = paces.remembered();
        if (slow.isEmpty()) {
            return List.of();
        }
        List<Worth> worth = new ArrayList<>();
        launched.forEach((attempt, task) -> {
            double pace = slow.getOrDefault(task.host(), 1.0);
            if (task.stage().equals(stage) && pace >= HostPaces.SLOW_FROM) {
                paces.usual(stage, task.cold(), nowNanos).ifPresent(usual -> {
                    double seconds = pace * usual.seconds() + usual.waitingSeconds();
                    double run = (nowNanos - task.launchedNanos()) / 1e9;
                    double left = run <= seconds ? seconds - run : run;
                    if (left > WORTH * (usual.seconds() + usual.waitingSeconds())) {
                        worth.add(new Worth(attempt, left));
                    }
                });
            }
        });
        worth.sort(Comparator.comparingDouble(Worth::leftSeconds).reversed().thenComparingLong(Worth::attempt));
        return worth.stream().map(Worth::attempt).toList();
    }
}
