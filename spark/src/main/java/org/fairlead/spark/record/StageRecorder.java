// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.spark.scheduler.TaskInfo;
import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.protocol.plugin.Mode;

/** Notes what the scheduler does with one stage, under its lock: counters, and one entry of a ring. */
public final class StageRecorder {
    /** Spark offers free slots again each second at the latest; after more than that somebody else has had the slot. */
    private static final long LONGEST_GAP_NANOS = 1_500_000_000L;

    private final Records records;
    private final StageRecord stage;
    private final Map<String, Free> free = new HashMap<>();

    /** An executor of which slots are left free. */
    private static final class Free {
        private Decline decline;
        private long lastNanos;
        private int slots;
    }

    StageRecorder(Records records, StageRecord stage) {
        this.records = records;
        this.stage = stage;
    }

    /** @param bytes of map output that a partition of the stage receives, by the host that holds it, as far as that is known when it is asked */
    public void sentBy(IntFunction<Map<String, Double>> bytes) {
        stage.sources().sentBy(bytes);
    }

    /**
     * A round of offers begins.
     *
     * @param canaryShare of the stages, that a canary draws
     * @param drawn whether ours are to count, be they usable or not
     * @param counts whether they do
     */
    public void round(String pool, Mode mode, double canaryShare, boolean drawn, boolean counts) {
        stage.round(pool, mode, canaryShare, drawn, counts);
    }

    /**
     * A slot got nothing.
     *
     * @param grounds on what that stands; null where nothing was predicted
     * @param slots of the executor that are free
     * @param untilNanos when it may get something
     */
    public void declined(
            String executor,
            String host,
            DeclineCause cause,
            PlanExplanation grounds,
            int slots,
            long nowNanos,
            long untilNanos) {
        stage.declined(cause);
        long nowMillis = records.time().currentTimeMillis();
        Free slot = free.computeIfAbsent(executor, unused -> new Free());
        boolean goesOn = addFree(slot, nowNanos);
        if (!goesOn || !slot.decline.cause().equals(cause)) {
            slot.decline = new Decline(stage, executor, host, cause, grounds, nowMillis);
            records.declined(slot.decline);
            if (grounds != null) {
                records.journal().add(() -> stage.savings().declined(grounds));
            }
        }
        slot.decline.again(nowMillis, nowMillis + Math.max(0, untilNanos - nowNanos) / 1_000_000);
        slot.lastNanos = nowNanos;
        slot.slots = Math.max(1, slots);
    }

    /** @return whether it was still free */
    private boolean addFree(Free slot, long nowNanos) {
        if (slot.decline == null || nowNanos - slot.lastNanos > LONGEST_GAP_NANOS) {
            return false;
        }
        stage.addFree((nowNanos - slot.lastNanos) * slot.slots);
        return true;
    }

    /** A slot of an executor was taken. */
    public void taken(String executor, long nowNanos) {
        Free slot = free.remove(executor);
        if (slot != null) {
            addFree(slot, nowNanos);
        }
    }

    /** What ours made of a slot is compared with what stock would have; not under the scheduler's lock. */
    public void comparedAsPlanned(PlanExplanation grounds) {
        stage.savings().planned(grounds);
    }

    /**
     * What stock made of a slot while ours were observed; not under the scheduler's lock.
     *
     * @param task that stock launched
     * @param declined whether ours would have left the slot free
     */
    public void comparedAsObserved(int task, PlanExplanation grounds, boolean declined) {
        stage.savings().observed(task, grounds, declined);
    }

    /** A task was launched; may be reported later, and without the scheduler's lock. */
    public void launched(TaskInfo info, Rule rule, TaskPlacement placing) {
        stage.launched(rule);
        records.launched(new Launch(
                stage,
                info.taskId(),
                info.index(),
                info.launchTime(),
                info.executorId(),
                info.host(),
                info.taskLocality().toString(),
                rule,
                placing,
                Launch.Outcome.RUNNING));
    }
}
