// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathDemand;
import org.fairlead.core.network.path.PathPlanner;
import org.fairlead.core.network.path.PlanningRounds;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.jobs.outcome.PathCounts;
import org.fairlead.sim.jobs.time.PolicyTime;

/**
 * A controller that plans paths as a {@link PathPlanner} says, from what it has measured and what was requested. A plan acts {@value #DELAY_SECONDS} s after it was made and ends by
 * itself unless a newer one takes its place; what it does not name goes as the network decides. The controller tells its applications' flows from others' by a load model of its own.
 */
final class PlannedPaths implements PathRule {
    /** From a plan until the hosts send by it. */
    static final double DELAY_SECONDS = 0.05;
    /** So that what has ended has ended on the clock of policies, too. */
    private static final double ROUNDING_SECONDS = 1e-6;

    private final RunningTransfers running;
    private final Engine engine;
    private final List<Link> links;
    private final PlanningRounds rounds;
    private final LoadModel loads;
    private final long seed;
    /** By attempt, in the order of their launches. */
    private final Map<Long, List<PathRequest>> requests = new LinkedHashMap<>();
    /** Numbers in the load model, by activity. */
    private final Map<Integer, Long> committed = new HashMap<>();

    private final ArrayDeque<Coming> coming = new ArrayDeque<>();
    private PathPlan inForce = PathPlan.NONE;
    private long moves;

    private record Coming(double atSeconds, PathPlan plan) {}

    PlannedPaths(RunningTransfers running, Topology topology, PathPlanner planner, LoadModel loads, long seed) {
        this.running = running;
        rounds = new PlanningRounds(planner);
        this.loads = loads;
        this.seed = seed;
        engine = running.engine();
        links = topology.links();
    }

    private long now() {
        return PolicyTime.nanos(engine.now());
    }

    @Override
    public int choose(RunningTransfer.Leg leg) {
        return inForce.isValid(now()) ? path(leg) : TransferPaths.hashed(leg, seed);
    }

    private int path(RunningTransfer.Leg leg) {
        return inForce.of(leg.unit)
                .map(held -> held.path().number())
                .filter(number -> number < leg.paths())
                .orElseGet(() -> TransferPaths.hashed(leg, seed));
    }

    @Override
    public void observed(ClusterView view) {
        loads.observe(view, now());
    }

    @Override
    public void begun(RunningTransfer transfer) {
        if (transfer.isKept()) {
            commit(transfer);
            rounds.heard(now());
        }
    }

    private void commit(RunningTransfer transfer) {
        List<Link> crossed = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        double narrowest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < transfer.resources.length; i++) {
            if (running.isLink(transfer.resources[i])) {
                Link link = links.get(transfer.resources[i]);
                crossed.add(link);
                shares.add(Math.min(1, transfer.usage(i)));
                narrowest = Math.min(narrowest, link.bytesPerSecond());
            }
        }
        long bytes = Math.max(1, (long) engine.remaining(transfer.activity));
        committed.put(transfer.activity, loads.commit(new Transfer(crossed, shares, bytes, narrowest / 2), now()));
    }

    @Override
    public void left(RunningTransfer transfer) {
        Long number = committed.remove(transfer.activity);
        if (number != null) {
            loads.finish(number, now());
        }
    }

    @Override
    public void requested(PathRequest request) {
        requests.computeIfAbsent(request.attempt(), unused -> new ArrayList<>()).add(request);
        rounds.proposed(request.unit(), request.proposed());
        rounds.heard(now());
    }

    @Override
    public void withdrawn(long attempt) {
        requests.remove(attempt);
    }

    @Override
    public double nextSeconds() {
        double next =
                coming.isEmpty() ? Double.POSITIVE_INFINITY : coming.peek().atSeconds();
        if (inForce != PathPlan.NONE) {
            next = Math.min(next, PolicyTime.seconds(inForce.validUntilNanos()) + ROUNDING_SECONDS);
        }
        return Math.min(next, nextPlanSeconds());
    }

    private double nextPlanSeconds() {
        return isIdle() ? Double.POSITIVE_INFINITY : PolicyTime.seconds(rounds.nextNanos()) + ROUNDING_SECONDS;
    }

    private boolean isIdle() {
        return (running.isEmpty() && requests.isEmpty()) || rounds.nextNanos() == Long.MAX_VALUE;
    }

    @Override
    public void act() {
        while (!coming.isEmpty() && coming.peek().atSeconds() <= engine.now()) {
            inForce = coming.remove().plan();
            apply();
        }
        if (inForce != PathPlan.NONE && !inForce.isValid(now())) {
            inForce = PathPlan.NONE;
            apply();
        }
        if (!isIdle() && rounds.nextNanos() <= now()) {
            plan();
        }
    }

    private void plan() {
        engine.settle();
        rounds.plan(demands(), loads.availableBandwidth(), now())
                .ifPresent(plan -> coming.add(new Coming(engine.now() + DELAY_SECONDS, plan)));
    }

    private List<PathDemand> demands() {
        Map<FlowUnit, PathDemand> units = new LinkedHashMap<>();
        for (RunningTransfer transfer : running.all()) {
            if (!transfer.isKept()) {
                continue; // to a controller that does not plan it, it is somebody's
            }
            double left = engine.remaining(transfer.activity);
            double rate = engine.rate(transfer.activity);
            for (RunningTransfer.Leg leg : transfer.legs) {
                if (leg.paths() > 0 && leg.share > 0) {
                    units.merge(
                            leg.unit,
                            new PathDemand(
                                    leg.unit,
                                    left * leg.share,
                                    transfer.weight * leg.share,
                                    transfer.cap * leg.share,
                                    PathChoice.NETWORK,
                                    new PathChoice(leg.path),
                                    rate * leg.share),
                            PathDemand::and);
                }
            }
        }
        for (List<PathRequest> ofAttempt : requests.values()) {
            for (PathRequest request : ofAttempt) {
                units.merge(
                        request.unit(),
                        new PathDemand(
                                request.unit(),
                                request.bytes(),
                                1,
                                Double.POSITIVE_INFINITY,
                                request.proposed(),
                                PathChoice.NETWORK,
                                0),
                        PathDemand::and);
            }
        }
        return new ArrayList<>(units.values());
    }

    /** All that runs goes where the plan in force has it. */
    private void apply() {
        for (RunningTransfer transfer : running.all()) {
            boolean moved = false;
            for (RunningTransfer.Leg leg : transfer.legs) {
                int path = leg.hasChoice() ? path(leg) : leg.path;
                if (path != leg.path) {
                    running.move(transfer, leg, path);
                    moved = true;
                }
            }
            if (moved) {
                moves++;
                left(transfer);
                commit(transfer);
            }
        }
    }

    @Override
    public Steering steering(Set<TrafficClass> classes) {
        return new Steering(
                classes, sender -> true, rounds.newest(), rounds.planner().holdNanos());
    }

    @Override
    public PathCounts counts() {
        return new PathCounts(rounds.plans(), moves, rounds.proposed(), rounds.granted());
    }
}
