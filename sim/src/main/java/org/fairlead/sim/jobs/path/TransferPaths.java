// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.ClusterView;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.engine.ServedUnits;
import org.fairlead.sim.jobs.outcome.PathCounts;
import org.fairlead.sim.jobs.time.Event;

/** The paths of all transfers of a run: which each takes when it begins, and where it goes on. Until a rule is given, a hash decides. */
public final class TransferPaths {
    private final Engine engine;
    private final Routes routes;
    private final long seed;
    private final RunningTransfers running;
    private PathRule rule;
    /** Whose paths the rule keeps. */
    private Set<TrafficClass> classes = EnumSet.noneOf(TrafficClass.class);
    /** Whether the rule is asked; else a hash decides and nobody counts. */
    private boolean ruled;

    /** Whether transfers are counted though no rule is asked. */
    private boolean counted;

    private double timerSeconds = Double.POSITIVE_INFINITY;

    public TransferPaths(Engine engine, ServedUnits meter, Routes routes, long seed) {
        this.engine = engine;
        this.routes = routes;
        this.seed = seed;
        running = new RunningTransfers(engine, meter, routes.topology().links().size());
        rule = leg -> hashed(leg, seed);
    }

    /** The path that the network gives a leg: the same for the same hash. */
    static int hashed(RunningTransfer.Leg leg, long seed) {
        return (int) Long.remainderUnsigned(Draw.mixed(leg.hash, seed), leg.paths());
    }

    /** From now on another rule decides the paths of these classes, and the hash those of the others. */
    void by(PathRule other, Set<TrafficClass> ofClasses) {
        rule = other;
        classes = ofClasses;
        ruled = true;
        await();
    }

    RunningTransfers running() {
        return running;
    }

    Routes routes() {
        return routes;
    }

    long seed() {
        return seed;
    }

    /**
     * A part of a transfer that is about to begin.
     *
     * @param source a host's index
     * @param destination a host's index
     * @param share of the transfer's bytes
     */
    public RunningTransfer.Leg leg(int source, int destination, TrafficClass trafficClass, long hash, double share) {
        RunningTransfer.Leg leg = new RunningTransfer.Leg(
                new FlowUnit(source, destination, trafficClass),
                routes.inner(source, destination),
                classes.contains(trafficClass),
                hash,
                share);
        if (leg.paths() > 0) {
            leg.path = leg.hasChoice() ? rule.choose(leg) : hashed(leg, seed);
        }
        return leg;
    }

    /** A transfer has begun. */
    public void begun(
            int activity, List<RunningTransfer.Leg> legs, int[] resources, double[] usages, double weight, double cap) {
        if ((ruled || counted) && !legs.isEmpty()) {
            RunningTransfer transfer = new RunningTransfer(activity, legs, resources, usages, weight, cap);
            running.begun(transfer);
            rule.begun(transfer);
            await();
        }
    }

    /** An activity has ended, or is taken away. */
    public void left(int activity) {
        if (ruled || counted) {
            running.left(activity).ifPresent(transfer -> {
                rule.left(transfer);
                await();
            });
        }
    }

    /** From now on transfers are counted, whoever decides their paths. */
    public void count() {
        counted = true;
    }

    /** Sum of the weights of those that cross a link, each by how much of its bytes does; of those that have begun since they are counted. */
    public double weightOn(int link) {
        return running.weightOn(link);
    }

    /** An attempt says what it will move. */
    public void requested(PathRequest request) {
        if (classes.contains(request.unit().trafficClass())) {
            rule.requested(request);
            await();
        }
    }

    /** An attempt has begun to move what it said, or never will. */
    public void withdrawn(long attempt) {
        if (ruled) {
            rule.withdrawn(attempt);
        }
    }

    /** What was measured reaches whoever decides. */
    public void observed(ClusterView view) {
        rule.observed(view);
    }

    /** What was done about paths. */
    public PathCounts counts() {
        return rule.counts();
    }

    /** Whether anybody but the network decides. */
    public boolean areKept() {
        return ruled;
    }

    /** What is kept now. */
    public Steering steering() {
        return rule.steering(classes);
    }

    /** A timer of {@link Event#PATHS}. */
    public void timer() {
        timerSeconds = Double.POSITIVE_INFINITY;
        if (rule.nextSeconds() <= engine.now()) {
            rule.act();
        }
        await();
    }

    private void await() {
        double next = Math.max(engine.now(), rule.nextSeconds());
        if (next < timerSeconds) {
            timerSeconds = next;
            engine.at(next, Event.PATHS, 0);
        }
    }
}
