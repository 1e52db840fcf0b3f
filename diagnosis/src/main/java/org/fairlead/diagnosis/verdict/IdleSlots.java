// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.diagnosis.log.Span;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.Schedule;

/**
 * What could be saved if stages had more tasks.
 *
 * <p><b>Goals.</b> An upper bound that stages at the same time do not exceed together.
 *
 * <p><b>Constraints.</b> Only stages whose tasks all ended, were fewer than the slots of that time, and whose halves would still take 200 ms; not those of which a task is the first ever on its slot, since warming up cannot be divided.
 *
 * <p><b>Algorithm.</b> While such stages run, all that ran then is divided evenly over all slots that there were then. A slot is there from when its executor was added, or from its first task where the log does not say, until the executor was removed.
 *
 * <p><b>Example.</b> On 100 slots two stages of 60 tasks of 10 s are submitted together and take 20 s: 1,200 s of work on 100 slots are 12 s, so 8 s are saved at most. One by one they would seem to save 18.
 *
 * <p><b>Source.</b> 200 ms: Spark's tuning guide, level of parallelism. The rest is ours.
 */
final class IdleSlots {
    private static final double SHORTEST_TASK_MILLIS = 200;

    private final Schedule schedule;
    private final SpanSum busy;
    private final SpanSum there;

    IdleSlots(Schedule schedule) {
        this.schedule = schedule;
        int tasks = schedule.size();
        long[] launched = new long[tasks];
        long[] ended = new long[tasks];
        for (int i = 0; i < tasks; i++) {
            Task task = schedule.task(i);
            launched[i] = task.launchMillis();
            ended[i] = task.endMillis();
        }
        busy = new SpanSum(launched, ended);
        long[] opened = new long[schedule.slots()];
        long[] closed = new long[schedule.slots()];
        for (int i = 0; i < opened.length; i++) {
            Schedule.Slot slot = schedule.slot(i);
            ExecutorLog executor = schedule.application().executors().get(slot.executor());
            opened[i] = Math.min(slot.opensMillis(), executor.addedMillis());
            closed[i] = slot.closesMillis();
        }
        there = new SpanSum(opened, closed);
    }

    /** Of the time in which jobs ran. */
    double savedMillis() {
        double saved = 0;
        for (Span span : Span.merged(divisible())) {
            double slots = there.between(span.fromMillis(), span.toMillis());
            double needed = busy.between(span.fromMillis(), span.toMillis());
            saved += slots > 0 ? Math.max(0, span.millis() * (1 - needed / slots)) : 0;
        }
        return saved;
    }

    private List<Span> divisible() {
        int stages = schedule.application().stages().size();
        double[] sums = new double[stages];
        int[] counts = new int[stages];
        boolean[] warmUp = new boolean[stages];
        for (int i = 0; i < schedule.size(); i++) {
            if (schedule.task(i).outcome() == Outcome.ENDED_WELL) {
                int stage = schedule.stage(i);
                sums[stage] += schedule.task(i).times().total();
                counts[stage]++;
                warmUp[stage] |= schedule.opensSlot(i);
            }
        }
        List<Span> spans = new ArrayList<>();
        for (int stage = 0; stage < stages; stage++) {
            Span span = new Span(schedule.submittedMillis(stage), schedule.endedMillis(stage));
            double slots = there.between(span.fromMillis(), span.toMillis()) / Math.max(1, span.millis());
            int count = counts[stage];
            boolean whole =
                    count > 0 && schedule.application().stages().get(stage).planned() <= count;
            if (whole && !warmUp[stage] && count < slots && sums[stage] / count >= 2 * SHORTEST_TASK_MILLIS) {
                spans.add(span);
            }
        }
        return spans;
    }
}
