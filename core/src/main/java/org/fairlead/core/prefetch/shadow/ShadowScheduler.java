// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.order.JobOrder;

/**
 * Runs a scheduler ahead of itself, to know which tasks will read from another host, where, and when.
 *
 * <p><b>Goals.</b> Input is fetched before its task's slot is free, and to the executor that will run it.
 *
 * <p><b>Constraints.</b> Leaves no trace: policies are asked about copies of the sets of pending tasks, with copies of what they remember, and of nothing else that counts for a later choice is
 * anything changed. The same calls give the same answers. Slots and links are as they are known now, and time moves on with what is launched ahead alone: nobody's arrival is foreseen, nor a failure. Where
 * nothing is known of how long a task takes, its slot does not become free.
 *
 * <p><b>Algorithm.</b> All stages on one picture of slots. A slot is free when its task is predicted to end, by what that one was given or by what was launched ahead. Free slots are offered when {@link OfferTimes} says: with their hosts' heartbeats, or at once and
 * then again when a decline ends, after a second at the latest (of more than 1,000 executors, 1,000 a second at most). Which of several that are offered at the same moment comes first is drawn. An offer goes
 * to the jobs in their order, to the stages of each in theirs, and to the policy, which is asked as of that moment. What it launches takes the slot for as long as the stage's tasks
 * take, or longer if the policy predicts that. A stage that has declined 32 offers without a launch away from its input between them is left alone until the last of these declines ends, but for hosts with its input; not so where few hosts ask with heartbeats. A stage whose parents run begins when their last task ends. Each launch later than now of a task
 * that has no input on its host is a request, due at the launch, from the replica that the policy named, else from that with the most available bandwidth, or, where nothing is measured, from one in the rack; also where the input is held already, so
 * that it stays. What was asked for before comes meanwhile: its flow is not in the way of its own task. Of several executors of a host each leaves to the others what was asked for them, while there is anything else for it.
 *
 * <p><b>Example.</b> h1's only task ends in 4 s, h2's in 9 s. One task is pending, its block is on h2. Without a wait for locality h1 gets it in 4 s: 128 MB, from h2 to h1, due in 4 s.
 *
 * <p><b>Source.</b> FlexFetch, section III-A, the speculative scheduler; the horizon, the copies and stages that have not begun are ours. Not safe for threads.
 */
public final class ShadowScheduler {
    private final TaskAssigner policy;
    private final JobOrder order;
    private final long seed;

    /**
     * @param policy the scheduler's own
     * @param order in which it serves jobs
     * @param seed decides which of several executors that are offered at the same moment comes first
     */
    public ShadowScheduler(TaskAssigner policy, JobOrder order, long seed) {
        this.policy = policy;
        this.order = order;
        this.seed = seed;
    }

    /** Looks ahead from now where nothing was asked for before. */
    public ShadowSchedule lookAhead(
            List<ShadowJob> jobs,
            SlotForecast slots,
            ClusterSnapshot snapshot,
            Horizon horizon,
            long nowNanos,
            BooleanSupplier goesOn) {
        return lookAhead(jobs, slots, List.of(), snapshot, horizon, nowNanos, goesOn);
    }

    /**
     * Looks ahead from now.
     *
     * @param jobs with stages that run, or whose tasks are known
     * @param slots of executors whose hosts the snapshot's topology has
     * @param standing requests that are carried out: from its deadline on, the input of one counts as held on its host as a whole
     * @param nowNanos on the clock of the snapshot
     * @param goesOn asked before each choice; when it says no, the schedule ends there
     */
    public ShadowSchedule lookAhead(
            List<ShadowJob> jobs,
            SlotForecast slots,
            List<PrefetchRequest> standing,
            ClusterSnapshot snapshot,
            Horizon horizon,
            long nowNanos,
            BooleanSupplier goesOn) {
        return new LookAhead(policy, order, jobs, slots, standing, snapshot, horizon, seed, nowNanos).run(goesOn);
    }
}
