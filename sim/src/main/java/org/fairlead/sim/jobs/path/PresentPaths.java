// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.Set;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.sim.engine.Engine;

/**
 * Knows every link's load and every transfer's share at this very moment, which nobody can, and moves at once whatever is better off elsewhere: a bound for those
 * who choose paths, greedy and without knowledge of what is to come.
 *
 * <p>A transfer can expect of a link what is left of it or its fair share, whichever is more, and of a path the least of its links. One that begins takes the path with
 * the most. Whenever transfers have begun or ended, each in turn goes where it would get more than {@value #GAIN} times its rate, all that it uses besides
 * counted, until none would, in at most {@value #SWEEPS} sweeps.
 */
final class PresentPaths implements PathRule {
    static final double GAIN = 1.05;
    static final int SWEEPS = 4;
    private static final double SECONDS_BETWEEN = 0.02;

    private final RunningTransfers running;
    private final Engine engine;
    private final long seed;
    private boolean changed;
    private double lastSeconds = Double.NEGATIVE_INFINITY;

    PresentPaths(RunningTransfers running, long seed) {
        this.running = running;
        this.seed = seed;
        engine = running.engine();
    }

    @Override
    public int choose(RunningTransfer.Leg leg) {
        engine.settle(); // those that began at this instant count
        int hashed = TransferPaths.hashed(leg, seed);
        int best = hashed;
        double most = -1;
        for (int i = 0; i < leg.paths(); i++) {
            int path = (hashed + i) % leg.paths();
            double least = Double.POSITIVE_INFINITY;
            for (int hop = 0; hop < leg.hops(); hop++) {
                least = Math.min(least, newcomer(leg.link(path, hop), 1, 1));
            }
            if (least > most) {
                most = least;
                best = path;
            }
        }
        return best;
    }

    /** What one that is not on a link yet would get of it. */
    private double newcomer(int link, double weight, double usage) {
        double capacity = engine.capacity(link);
        double share = weight * capacity / (running.weightOn(link) + weight * usage);
        return Math.max((capacity - engine.load(link)) / usage, share);
    }

    /** What one that uses a resource gets of it. */
    private double present(int resource, double weight, double usage, double rate) {
        double capacity = engine.capacity(resource);
        double left = (capacity - engine.load(resource)) / usage + rate;
        return running.isLink(resource) ? Math.max(left, weight * capacity / running.weightOn(resource)) : left;
    }

    @Override
    public void begun(RunningTransfer transfer) {
        changed = true;
    }

    @Override
    public void left(RunningTransfer transfer) {
        changed = true;
    }

    @Override
    public double nextSeconds() {
        return changed ? lastSeconds + SECONDS_BETWEEN : Double.POSITIVE_INFINITY;
    }

    @Override
    public void act() {
        changed = false;
        lastSeconds = engine.now();
        boolean moved = true;
        for (int sweep = 0; sweep < SWEEPS && moved; sweep++) {
            moved = false;
            for (RunningTransfer transfer : running.all()) {
                for (RunningTransfer.Leg leg : transfer.legs) {
                    moved |= leg.hasChoice() && improve(transfer, leg);
                }
            }
        }
    }

    private boolean improve(RunningTransfer transfer, RunningTransfer.Leg leg) {
        engine.settle();
        double rate = engine.rate(transfer.activity);
        double bound = transfer.cap;
        double usage = 1;
        for (int i = 0; i < transfer.resources.length; i++) {
            if (leg.covers(i)) {
                usage = transfer.usage(i);
            } else {
                bound = Math.min(bound, present(transfer.resources[i], transfer.weight, transfer.usage(i), rate));
            }
        }
        if (bound <= GAIN * rate) {
            return false;
        }
        int best = leg.path;
        double most = GAIN * rate;
        for (int path = 0; path < leg.paths(); path++) {
            double least = path == leg.path ? 0 : bound;
            for (int hop = 0; hop < leg.hops() && least > most; hop++) {
                int link = leg.link(path, hop);
                double here = link == leg.link(hop)
                        ? present(link, transfer.weight, usage, rate)
                        : newcomer(link, transfer.weight, usage);
                least = Math.min(least, here);
            }
            if (least > most) {
                most = least;
                best = path;
            }
        }
        if (best == leg.path) {
            return false;
        }
        running.move(transfer, leg, best);
        return true;
    }

    /** Any path may be taken at any moment. */
    @Override
    public Steering steering(Set<TrafficClass> classes) {
        return new Steering(classes, sender -> true, PathPlan.NONE, 0);
    }
}
