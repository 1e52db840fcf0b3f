// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Which of a stage's tasks each host is to take next, in order, when and from where it is predicted to read, until when; and what comes after them: nothing planned, or a decline with its
 * cause and its end. Immutable; responding takes no lock and costs the number of tasks that are planned for the host.
 */
public final class Plan {
    private final long madeAtNanos;
    private final Map<String, HostPlan> byHost;

    /** By executor, tasks of whose input it holds some and that are planned for other hosts. */
    private final Map<String, List<OfferResponse.Launch>> byHolder;

    /** What a host gets for which nothing is planned. */
    private final OfferResponse rest;

    private Plan(
            long madeAtNanos,
            Map<String, HostPlan> byHost,
            Map<String, List<OfferResponse.Launch>> byHolder,
            OfferResponse rest) {
        this.madeAtNanos = madeAtNanos;
        this.byHost = byHost;
        this.byHolder = byHolder;
        this.rest = rest;
    }

    private static final class HostPlan {
        static final HostPlan NONE = new HostPlan(new OfferResponse.Launch[0], null);

        private final OfferResponse.Launch[] launches;
        /** Null when nothing is planned beyond. */
        private final OfferResponse.Decline decline;

        HostPlan(OfferResponse.Launch[] launches, OfferResponse.Decline decline) {
            this.launches = launches;
            this.decline = decline;
        }
    }

    /** When it was made; a plan that is old says nothing of the present. */
    public long madeAtNanos() {
        return madeAtNanos;
    }

    /** All tasks that it has for a host, in the order of its turns. */
    public List<OfferResponse.Launch> launches(String host) {
        HostPlan plan = byHost.get(host);
        return plan == null ? List.of() : List.of(plan.launches);
    }

    /** Hosts for which it says anything, by name. */
    public Set<String> hosts() {
        return Set.copyOf(byHost.keySet());
    }

    /** Tasks that it has for a host. */
    public int launchesOn(String host) {
        HostPlan plan = byHost.get(host);
        return plan == null ? 0 : plan.launches.length;
    }

    /**
     * What an executor's slot gets: the first task of its host's, but one that another executor of the host holds input of only where nothing else is planned for the host. If it holds nothing of that one's input, what it holds
     * comes first that is planned for other hosts: its slot is free sooner than was foreseen.
     *
     * @param farthest level that Spark's round has come to; tasks that are farther from their input come later in the same round
     * @param launchable whether a task is still pending and allowed there
     */
    public OfferResponse respond(
            String executor, String host, LocalityLevel farthest, IntPredicate launchable, long nowNanos) {
        HostPlan plan = byHost.getOrDefault(host, HostPlan.NONE);
        OfferResponse.Launch first = null;
        boolean later = false;
        OfferResponse.Launch anothers = null;
        for (OfferResponse.Launch launch : plan.launches) {
            if (!launchable.test(launch.task())) {
                continue;
            }
            if (launch.isHeldByAnotherThan(executor)) {
                anothers = anothers == null ? launch : anothers;
            } else if (launch.level().compareTo(farthest) <= 0) {
                first = launch;
                break;
            } else {
                later = true;
            }
        }
        if (first == null || !first.heldBy().equals(executor)) {
            for (OfferResponse.Launch launch : byHolder.getOrDefault(executor, List.of())) {
                if (launchable.test(launch.task())) {
                    if (launch.level().compareTo(farthest) <= 0) {
                        return launch;
                    }
                    later = true;
                }
            }
        }
        if (first != null) {
            return first;
        }
        if (later || (anothers != null && farthest != LocalityLevel.ANY)) {
            return OfferResponse.Plain.LATER_IN_ROUND;
        }
        if (anothers != null) {
            return anothers.withoutHeld();
        }
        return plan.decline != null && nowNanos - plan.decline.untilNanos() < 0 ? plan.decline : rest(nowNanos);
    }

    private OfferResponse rest(long nowNanos) {
        boolean over = rest instanceof OfferResponse.Decline decline && nowNanos - decline.untilNanos() >= 0;
        return over ? OfferResponse.Plain.UNPLANNED : rest;
    }

    /** A plan that is being made; of one thread. */
    public static final class Builder {
        private final Map<String, Draft> drafts = new HashMap<>();
        private final Map<String, List<OfferResponse.Launch>> byHolder = new HashMap<>();
        private OfferResponse rest = OfferResponse.Plain.UNPLANNED;

        private static final class Draft {
            private OfferResponse.Launch[] launches = new OfferResponse.Launch[4];
            private int count;
            private OfferResponse.Decline decline;
        }

        /** The next task of a host. */
        public void launch(String host, OfferResponse.Launch launch) {
            Draft draft = drafts.computeIfAbsent(host, unused -> new Draft());
            if (draft.count == draft.launches.length) {
                draft.launches = Arrays.copyOf(draft.launches, 2 * draft.count);
            }
            draft.launches[draft.count] = launch;
            draft.count++;
        }

        /** A task that is planned for another host, as the executor gets it that holds input of it. */
        void holds(OfferResponse.Launch launch) {
            byHolder.computeIfAbsent(launch.heldBy(), unused -> new ArrayList<>(2))
                    .add(launch);
        }

        /** What comes after a host's tasks. */
        public void decline(String host, OfferResponse.Decline decline) {
            drafts.computeIfAbsent(host, unused -> new Draft()).decline = decline;
        }

        /** All tasks are planned: hosts without any are left free for others. */
        void declineRest(OfferResponse.Decline decline) {
            rest = decline;
        }

        /** @param madeAtNanos since when it counts */
        public Plan build(long madeAtNanos) {
            Map<String, HostPlan> plans = new HashMap<>(2 * drafts.size());
            drafts.forEach((host, draft) ->
                    plans.put(host, new HostPlan(Arrays.copyOf(draft.launches, draft.count), draft.decline)));
            return new Plan(madeAtNanos, plans, new HashMap<>(byHolder), rest);
        }
    }
}
