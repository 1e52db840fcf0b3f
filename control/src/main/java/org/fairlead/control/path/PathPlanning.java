// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.path.PathAudit;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.core.network.path.PathReasons;
import org.fairlead.core.network.path.PlanningRounds;
import org.fairlead.core.network.path.RequestLedger;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.WithoutLinks;
import org.fairlead.protocol.plugin.Mode;

/**
 * Plans the paths of one topology: what is planned of all that is requested, and what is then kept. Of one thread.
 *
 * <p><b>Constraints.</b> Planned is what hosts send whose agents carry it out, in {@code canary} of the pairs that were drawn. All else that is requested is background traffic to the planner, as
 * others' is: it goes as the network decides, and is known when it is measured. While only observed, all is planned as if every host carried it out.
 */
final class PathPlanning {
    private final Topology topology;
    private final PathSettings settings;
    private final PlanningRounds rounds;
    private final LoadModel loads;
    private final RequestLedger ledger;
    private final PathReasons reasons;
    private final PathAudit audit;
    private final PathComparison comparison;
    private Known known = new Known(Map.of(), Followers.NONE, false, PathPlan.NONE);
    private Steering steering = Steering.NONE;
    private Set<Integer> avoided = Set.of();

    /** On what the ledger stands. */
    private record Known(
            Map<String, List<FlowRequest>> requested, Followers followers, boolean enforced, PathPlan plan) {}

    PathPlanning(Topology topology, PathSettings settings, LoadModel loads, PathComparison comparison) {
        this.topology = topology;
        this.loads = loads;
        this.settings = settings;
        this.comparison = comparison;
        rounds = new PlanningRounds(PathPlanners.named(settings.planner(), topology, settings.seed()));
        ledger = new RequestLedger(topology, loads);
        reasons = new PathReasons(topology);
        audit = new PathAudit(topology);
    }

    Topology topology() {
        return topology;
    }

    /** Why paths are what they are; may be asked by all. */
    PathReasons reasons() {
        return reasons;
    }

    /** Counts of plans and proposals. */
    PlanningRounds rounds() {
        return rounds;
    }

    /** Whether anything is requested that is planned. */
    boolean isIdle() {
        return ledger.isEmpty();
    }

    /** Whose paths are kept; nobody's while nobody sends by the plan. */
    Steering steering() {
        return steering;
    }

    /** @param links that no path may cross; when they are others than before, it is time for a plan */
    void observe(ClusterView view, Set<Integer> links, long nowNanos) {
        loads.observe(view, nowNanos);
        audit.observe(view, ledger.moved(), steering.plan(), nowNanos);
        if (!links.equals(avoided)) {
            avoided = links;
            rounds.heard(nowNanos);
        }
    }

    /** Links that seem not to carry what is planned over them. */
    Set<Integer> disobeyed() {
        return audit.suspected();
    }

    /**
     * Where neither requests nor followers nor paths have changed, nothing has.
     *
     * @param followers of the classes that are planned
     * @param enforced whether hosts are to send by the plan
     */
    void renew(Map<String, List<FlowRequest>> requested, Followers followers, boolean enforced, long nowNanos) {
        Known newer = new Known(requested, followers, enforced, rounds.newest());
        if (newer.plan() == known.plan()
                && enforced == known.enforced()
                && followers.equals(known.followers())
                && requested.equals(known.requested())) {
            return;
        }
        known = newer;
        steering = enforced && !followers.isEmpty()
                ? new Steering(
                        followers,
                        settings.pairs(),
                        rounds.newest(),
                        rounds.planner().holdNanos(),
                        Long.MAX_VALUE)
                : Steering.NONE;
        Map<String, List<FlowRequest>> planned = new TreeMap<>();
        requested.forEach((application, flows) ->
                planned.put(application, flows.stream().filter(this::isPlanned).toList()));
        ledger.renew(planned, steering, rounds, nowNanos);
        compare(nowNanos);
    }

    private boolean isPlanned(FlowRequest flow) {
        if (!settings.classes().contains(flow.trafficClass())) {
            return false;
        }
        return settings.mode() == Mode.OBSERVE
                || flow.source() == FlowRequest.MANY
                || (known.followers().steers(flow.source(), flow.trafficClass())
                        && settings.pairs().has(flow.source(), flow.destination()));
    }

    private void compare(long nowNanos) {
        if (settings.mode() != Mode.CANARY || !known.enforced()) {
            comparison.interrupt();
            return;
        }
        Followers followers = known.followers();
        comparison.renew(
                topology,
                known.requested(),
                new PathComparison.Sides() {
                    @Override
                    public boolean couldBeSteered(FlowUnit unit) {
                        return followers.steers(unit.source(), unit.trafficClass());
                    }

                    @Override
                    public boolean isSteered(FlowUnit unit) {
                        return settings.pairs().has(unit.source(), unit.destination());
                    }
                },
                nowNanos);
    }

    /** @return whether there is a new plan: one was due, and something was measured lately */
    boolean plan(long nowNanos) {
        boolean wanted = !ledger.isEmpty() || !rounds.newest().paths().isEmpty();
        if (!wanted || rounds.nextNanos() > nowNanos) {
            return false;
        }
        PathPlan last = rounds.newest();
        AvailableBandwidth bandwidth = new WithoutLinks(loads.availableBandwidth(), avoided);
        Optional<PathPlan> newer = rounds.plan(ledger.demands(), bandwidth, nowNanos);
        newer.ifPresent(plan -> reasons.note(last, plan, bandwidth, ledger::requesters, nowNanos));
        return newer.isPresent();
    }
}
