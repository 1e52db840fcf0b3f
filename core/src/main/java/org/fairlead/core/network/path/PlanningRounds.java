// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Says when a controller plans paths, and keeps its newest plan and what came of proposals. Of one thread.
 *
 * <p><b>Goals.</b> What is requested is planned before its first bytes have left; a flood of requests costs a bounded share of a processor.
 *
 * <p><b>Constraints.</b> Plans are at least {@value #LEAST_NANOS} ns apart. No plan of figures that nobody has measured lately: the last one ends by itself.
 *
 * <p><b>Algorithm.</b> A planner that plans requests plans as soon as there is a new one, else in its rounds; the others in their rounds alone. The rounds begin with the first request, and go on by the clock
 * while nothing is requested.
 * A proposal counts as granted when the first plan after it gives its unit that path.
 *
 * <p><b>Example.</b> Requests come at 0, 10 and 120 ms. Plans are made at 0, 50 and 120 ms; with Hedera's rounds of 5 s, at 5 s.
 *
 * <p><b>Source.</b> Ours.
 */
public final class PlanningRounds {
    public static final long LEAST_NANOS = 50_000_000L;

    /** Proposals that wait for a plan; further ones count as not granted. */
    private static final int MOST_PROPOSALS = 100_000;

    private final PathPlanner planner;
    private final List<Proposal> proposals = new ArrayList<>();
    private PathPlan newest = PathPlan.NONE;
    private boolean begun;
    private boolean news;
    private long lastNanos;
    private long plans;
    private long proposed;
    private long granted;

    private record Proposal(FlowUnit unit, PathChoice path) {}

    public PlanningRounds(PathPlanner planner) {
        this.planner = planner;
    }

    /** Something is requested, or goes on, that was not before. */
    public void heard(long nowNanos) {
        if (!begun) {
            begun = true;
            lastNanos = nowNanos - (planner.plansRequests() ? LEAST_NANOS : 0);
        } else if (!planner.plansRequests()) {
            // one that was due a moment ago is still to come: others may go on
            long idle = Math.max(0, nowNanos - lastNanos - LEAST_NANOS);
            lastNanos += idle / planner.roundNanos() * planner.roundNanos();
        }
        news = true;
    }

    /** Whoever requested something of a unit counts on this path; nothing where it counts on none. */
    public void proposed(FlowUnit unit, PathChoice path) {
        if (!path.isNetworks()) {
            proposed++;
            if (proposals.size() < MOST_PROPOSALS) {
                proposals.add(new Proposal(unit, path));
            }
        }
    }

    /** When the next plan is due; {@link Long#MAX_VALUE} before anything was heard of. */
    public long nextNanos() {
        return begun
                ? lastNanos + (news && planner.plansRequests() ? LEAST_NANOS : planner.roundNanos())
                : Long.MAX_VALUE;
    }

    /** @return the new plan; empty when nothing was measured lately */
    public Optional<PathPlan> plan(List<PathDemand> demands, AvailableBandwidth bandwidth, long nowNanos) {
        news = false;
        lastNanos = nowNanos;
        if (bandwidth.isBlind(nowNanos)) {
            return Optional.empty();
        }
        newest = planner.plan(demands, bandwidth, newest, nowNanos);
        plans++;
        for (Proposal proposal : proposals) {
            boolean agrees = newest.of(proposal.unit())
                    .filter(held -> held.path().equals(proposal.path()))
                    .isPresent();
            granted += agrees ? 1 : 0;
        }
        proposals.clear();
        return Optional.of(newest);
    }

    /** The last that was made; {@link PathPlan#NONE} before. */
    public PathPlan newest() {
        return newest;
    }

    public PathPlanner planner() {
        return planner;
    }

    /** Plans that were made. */
    public long plans() {
        return plans;
    }

    /** Paths that were proposed. */
    public long proposed() {
        return proposed;
    }

    /** Of these, those that were granted. */
    public long granted() {
        return granted;
    }
}
