// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Which of a stage's tasks each host is to take next, in order, and what comes after them: nothing planned, or a refusal with its cause and
 * its end. Immutable; answering takes no lock and costs the number of tasks that are planned for the host.
 */
final class Plan {
    private final long madeAtNanos;
    private final Map<String, HostPlan> byHost;

    /** What a host gets for which nothing is planned. */
    private final Answer rest;

    private Plan(long madeAtNanos, Map<String, HostPlan> byHost, Answer rest) {
        this.madeAtNanos = madeAtNanos;
        this.byHost = byHost;
        this.rest = rest;
    }

    private static final class HostPlan {
        private final Answer.Launch[] launches;
        /** Null when nothing is planned beyond. */
        private final Answer.Refuse refusal;

        HostPlan(Answer.Launch[] launches, Answer.Refuse refusal) {
            this.launches = launches;
            this.refusal = refusal;
        }
    }

    /** When it was made; a plan that is old says nothing of the present. */
    long madeAtNanos() {
        return madeAtNanos;
    }

    /** Tasks that it has for a host. */
    int launchesOn(String host) {
        HostPlan plan = byHost.get(host);
        return plan == null ? 0 : plan.launches.length;
    }

    /**
     * What a place on a host gets.
     *
     * @param farthest level that Spark's round has come to; tasks that are farther from their input come later in the same round
     * @param launchable whether a task is still pending and allowed there
     */
    Answer answer(String host, Level farthest, IntPredicate launchable, long nowNanos) {
        HostPlan plan = byHost.get(host);
        if (plan == null) {
            return rest(nowNanos);
        }
        boolean later = false;
        for (Answer.Launch launch : plan.launches) {
            if (launchable.test(launch.task())) {
                if (launch.level().compareTo(farthest) <= 0) {
                    return launch;
                }
                later = true;
            }
        }
        if (later) {
            return Answer.Plain.NOT_YET;
        }
        return plan.refusal != null && nowNanos - plan.refusal.untilNanos() < 0 ? plan.refusal : rest(nowNanos);
    }

    private Answer rest(long nowNanos) {
        boolean over = rest instanceof Answer.Refuse refusal && nowNanos - refusal.untilNanos() >= 0;
        return over ? Answer.Plain.UNPLANNED : rest;
    }

    /** A plan that is being made; of one thread. */
    static final class Builder {
        private final Map<String, Draft> drafts = new HashMap<>();
        private Answer rest = Answer.Plain.UNPLANNED;

        private static final class Draft {
            private Answer.Launch[] launches = new Answer.Launch[4];
            private int count;
            private Answer.Refuse refusal;
        }

        /** The next task of a host. */
        void launch(String host, Answer.Launch launch) {
            Draft draft = drafts.computeIfAbsent(host, unused -> new Draft());
            if (draft.count == draft.launches.length) {
                draft.launches = Arrays.copyOf(draft.launches, 2 * draft.count);
            }
            draft.launches[draft.count] = launch;
            draft.count++;
        }

        /** What comes after a host's tasks. */
        void refuse(String host, Answer.Refuse refusal) {
            drafts.computeIfAbsent(host, unused -> new Draft()).refusal = refusal;
        }

        /** All tasks are planned: hosts without any are left free for others. */
        void refuseRest(Answer.Refuse refusal) {
            rest = refusal;
        }

        Plan build(long madeAtNanos) {
            Map<String, HostPlan> plans = new HashMap<>(2 * drafts.size());
            drafts.forEach((host, draft) ->
                    plans.put(host, new HostPlan(Arrays.copyOf(draft.launches, draft.count), draft.refusal)));
            return new Plan(madeAtNanos, plans, rest);
        }
    }
}
