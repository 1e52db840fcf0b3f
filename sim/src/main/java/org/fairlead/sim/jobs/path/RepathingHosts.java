// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.engine.Engine;

/**
 * Hosts that choose another path by themselves when theirs is congested, after Google's PLB: no controller, no picture of the network. What central control has to
 * beat.
 *
 * <p><b>Goals.</b> Flows leave congested paths within fractions of a second, by what each sender sees alone.
 *
 * <p><b>Constraints.</b> A sender knows of its own flows whether packets were marked, and not where: a full link of the receiver looks like one inside. The new path is drawn
 * blindly and may be the old one, or worse. What fills a link alone is marked by nobody.
 *
 * <p><b>Algorithm.</b> A transfer's path counts as congested while a switch's link on it carries at least {@value #CONGESTED} of what others leave of it, and not this transfer
 * alone. Looked at each {@value #LOOK_SECONDS} s; after {@value #LOOKS} looks in a row a new flow label is drawn, as the network's hash would place it.
 *
 * <p><b>Example.</b> Two roots, a transfer on the one that others fill. 0.2 s later it draws: with a half it goes to the free one and stays, with a half it draws again
 * 0.2 s later.
 *
 * <p><b>Source.</b> Qureshi et al., PLB: Congestion Signals are Simple and Effective for Network Load Balancing, SIGCOMM 2022. It counts rounds of marked packets; the
 * times here are ours, since rates are those of ideal sharing and rounds are not simulated.
 */
final class RepathingHosts implements PathRule {
    static final double CONGESTED = 0.98;
    static final double LOOK_SECONDS = 0.1;
    static final int LOOKS = 2;

    private final RunningTransfers running;
    private final Engine engine;
    private final List<Link> links;
    private final long seed;
    private final Draw draw;
    /** Looks in a row at which a transfer's path was congested; of those that run. */
    private Map<Integer, Integer> congested = new HashMap<>();

    private double nextSeconds = Double.POSITIVE_INFINITY;

    RepathingHosts(RunningTransfers running, Topology topology, long seed) {
        this.running = running;
        this.seed = seed;
        engine = running.engine();
        links = topology.links();
        draw = new Draw(Draw.mixed(seed, "plb".hashCode()));
    }

    @Override
    public int choose(RunningTransfer.Leg leg) {
        return TransferPaths.hashed(leg, seed);
    }

    @Override
    public void begun(RunningTransfer transfer) {
        looksAgain();
    }

    @Override
    public void left(RunningTransfer transfer) {
        looksAgain();
    }

    private void looksAgain() {
        if (nextSeconds == Double.POSITIVE_INFINITY && !running.isEmpty()) {
            nextSeconds = engine.now() + LOOK_SECONDS;
        }
    }

    @Override
    public double nextSeconds() {
        return nextSeconds;
    }

    @Override
    public void act() {
        engine.settle();
        Map<Integer, Integer> now = new HashMap<>();
        for (RunningTransfer transfer : running.all()) {
            int looks = isCongested(transfer) ? congested.getOrDefault(transfer.activity, 0) + 1 : 0;
            if (looks >= LOOKS) {
                transfer.legs.stream()
                        .filter(RunningTransfer.Leg::hasChoice)
                        .forEach(leg -> running.move(transfer, leg, draw.below(leg.paths())));
                looks = 0;
            }
            now.put(transfer.activity, looks);
        }
        congested = now;
        // where nothing moves at all, nothing is looked at until something begins or ends
        nextSeconds =
                running.isEmpty() || !engine.progresses() ? Double.POSITIVE_INFINITY : engine.now() + LOOK_SECONDS;
    }

    private boolean isCongested(RunningTransfer transfer) {
        double rate = engine.rate(transfer.activity);
        for (int i = 0; i < transfer.resources.length; i++) {
            int resource = transfer.resources[i];
            if (running.isLink(resource)
                    && links.get(resource).from() instanceof Switch
                    && engine.load(resource) >= CONGESTED * engine.capacity(resource)
                    && rate * transfer.usage(i)
                            < CONGESTED * links.get(resource).bytesPerSecond()) {
                return true;
            }
        }
        return false;
    }
}
