// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.speculation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskLocation;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TaskSetManager;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.speculation.Attempt;
import org.fairlead.core.task.speculation.SpeculationGuard;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.TaskProgress;
import org.fairlead.spark.input.StageInput;
import org.fairlead.spark.schedule.counters.OfferCounters;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Decides, under the scheduler's lock, whether a speculative attempt at a task that stock finds slow may run on a host ({@link SpeculationGuard}). Nothing is held against
 * speculative attempts at tasks whose progress nobody knows, that have read their input, or whose executor is to go; and none is declined for longer than a decline may last.
 */
public final class AttemptGuard {
    private final TaskSetManager manager;
    private final TaskSchedulerImpl scheduler;
    private final ClusterPicture picture;
    private final ApplicationPlanner planner;
    private final OfferCounters figures;
    private final TimeSource time;
    private final long mostDeclineNanos;
    private final StageAttempt stage;
    /** By task. */
    private final Map<Integer, Long> firstDeclinedNanos = new HashMap<>();

    /** @param mostDeclineNanos for which a task gets no speculative attempt at most */
    public AttemptGuard(
            TaskSetManager manager,
            TaskSchedulerImpl scheduler,
            ClusterPicture picture,
            ApplicationPlanner planner,
            OfferCounters figures,
            TimeSource time,
            long mostDeclineNanos) {
        this.manager = manager;
        this.scheduler = scheduler;
        this.picture = picture;
        this.planner = planner;
        this.figures = figures;
        this.time = time;
        this.mostDeclineNanos = mostDeclineNanos;
        stage = new StageAttempt(manager.stageId(), manager.taskSet().stageAttemptId());
    }

    /**
     * Whether a further attempt at a task may run on a host.
     *
     * @param input what the stage reads, as far as it is known
     */
    public boolean admits(int task, String host, StageInput input) {
        long now = time.nanoTime();
        Optional<TaskInfo> running = CollectionConverters.asJava(manager.taskAttempts()[task]).stream()
                .filter(TaskInfo::running)
                .findFirst();
        Optional<ClusterSnapshot> known = picture.snapshot();
        OptionalDouble ended = planner.meanSeconds(stage);
        if (running.isEmpty() || known.isEmpty() || ended.isEmpty() || isLeaving(running.get())) {
            return true;
        }
        Optional<Attempt> attempt =
                attempt(task, running.get(), known.get(), known.get().host(host), input, now);
        if (attempt.isEmpty() || SpeculationGuard.admits(attempt.get(), ended.getAsDouble(), now)) {
            return true;
        }
        long since = firstDeclinedNanos.computeIfAbsent(task, unused -> now);
        if (now - since >= mostDeclineNanos) {
            return true;
        }
        figures.count(OfferCounters.Outcome.ATTEMPT_DECLINED);
        return false;
    }

    private boolean isLeaving(TaskInfo running) {
        return scheduler.getExecutorDecommissionState(running.executorId()).isDefined();
    }

    /** The running attempt, if it still reads. */
    private Optional<Attempt> attempt(
            int task, TaskInfo running, ClusterSnapshot known, int attemptHost, StageInput input, long now) {
        double bytes = input.bytes(running.partitionId());
        Optional<TaskProgress> reported = picture.progress(running.taskId());
        if (attemptHost < 0 || reported.isEmpty() || !(bytes > 0)) {
            return Optional.empty();
        }
        long read = input.kind() == InputKind.SHUFFLE
                ? reported.get().shuffleBytesRead()
                : reported.get().bytesRead();
        if (read < 0 || read >= bytes) {
            return Optional.empty();
        }
        double seconds = Math.max(1e-3, (time.currentTimeMillis() - running.launchTime()) / 1e3);
        double rate = read / seconds;
        Attempt.Waits waits = SpeculationGuard.waits(
                rate, sources(task, known, input), attemptHost, known.topology().routes(), known.network(), now);
        return Optional.of(new Attempt(
                task, known.host(running.host()), now - (long) (seconds * 1e9), read / bytes, 1, read, rate, waits));
    }

    private int[] sources(int task, ClusterSnapshot known, StageInput input) {
        if (input.kind() == InputKind.SHUFFLE) {
            return new int[0];
        }
        Iterator<TaskLocation> preferred = CollectionConverters.asJava(manager.tasks()[task].preferredLocations())
                .iterator();
        int[] hosts = new int[manager.tasks()[task].preferredLocations().size()];
        int count = 0;
        while (preferred.hasNext()) {
            int host = known.host(preferred.next().host());
            if (host >= 0) {
                hosts[count] = host;
                count++;
            }
        }
        return Arrays.copyOf(hosts, count);
    }
}
