// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Headroom;

/**
 * Chooses targets so that the narrowest part of the whole replication pipeline is as wide as can be.
 *
 * <p><b>Goals.</b> A block is written as fast as its slowest hop, so hops are judged together: a target that receives well and
 * cannot send on is no good in the middle. Others' transfers are spared where it costs nothing. Storage stays as even as
 * random placement leaves it ({@link StorageBalance}).
 *
 * <p><b>Constraints.</b> Those of {@link RackRule}; replicas that are fixed stay. The cost does not grow with the cluster: a
 * {@link HostSample} of at most {@value HostSample#MOST_RACKS} racks with {@value HostSample#MOST_HOSTS_OF_RACK} hosts each is looked at. When
 * more of them than {@link org.fairlead.core.view.Staleness#mostUnknown()} are unknown, stock decides.
 *
 * <p><b>Algorithm.</b> The first replica is the writer's, if it can store. A pipeline that then needs two more in at least
 * one other rack is chosen as one of two shapes, for each rack looked at: <i>both there</i> (as HDFS does), by
 * min(writer up, paths, second down, write and up, third down and write); or <i>one in the writer's rack, one there</i>, by
 * min(second down, write and up, paths, third down and write), in which no link between racks is crossed twice either, if the writer's rack may get one more. Other
 * cases (more replicas, erasure coding, repairs) go target by target, by min(paths to it, down, write, and up unless it is the
 * last). Of the choices within {@value #NEAR} of the best, one is drawn with weight v^{@value #POWER}, v = 1 / (1/c + 1/h) with c what is
 * left on the way from the network's core and h the narrowest of the hosts' own parts: where one part bounds all choices alike, such as
 * the writer's link, the block goes where it leaves most to others and where a hot spot that moves hurts it least. It is drawn {@value #DRAWS} times:
 * a later draw counts if it leaves as much to others and its hosts store clearly less ({@link StorageBalance}). Else a host that is alone in its rack, which fits
 * into few pipelines, would get half of its even share. (Mitzenmacher, "The power of two choices in randomized load balancing", 2001.)
 *
 * <p><b>Example.</b> The writer in r1 can send 12. Into r2 come 18, r3 5. r2's hosts receive 12, 12, 4 and send 3, 12, 12. Both in
 * r2 with h5 second and h4 third: min(12, 18, 12, 12, 12) = 12. Had h4 been second: 3.
 *
 * <p><b>Source.</b> Ours, after Sinbad ({@link SinbadPlacer}).
 */
public final class PipelinePlacer implements ReplicaPlacer {
    static final double NEAR = 0.95;
    static final int POWER = 4;
    /** Among choices alike. */
    static final int DRAWS = 3;

    private static final double NEAR_WEIGHT = NEAR * NEAR * NEAR * NEAR;
    /** Candidates that an answer lists for people. */
    private static final int LISTED = 8;

    private final String name;
    private final StorageBalance balance;

    public PipelinePlacer() {
        this("fairlead", new StorageBalance());
    }

    PipelinePlacer(String name, StorageBalance balance) {
        this.name = name;
        this.balance = balance;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Placement select(PlacementRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed) {
        if (bandwidth.isBlind(nowNanos)) {
            return new Placement.LeftToStock("nothing was measured lately", List.of());
        }
        Routes routes = bandwidth.view().topology().routes();
        balance.refresh(routes.topology(), request.candidates(), nowNanos);
        Headroom headroom = new Headroom(routes, bandwidth, nowNanos);
        Targets targets = new Targets(routes, request);
        targets.takeWriter();
        Draw draw = new Draw(seed);
        Search search = new Search(headroom, targets, new HostSample(routes, targets, headroom, draw), balance, draw);
        if (targets.remaining() > 0
                && search.sample.unknown > bandwidth.view().staleness().mostUnknown() * search.sample.size()) {
            return new Placement.LeftToStock(
                    search.sample.unknown + " of " + search.sample.size() + " candidates are unknown", List.of());
        }
        while (targets.remaining() > 0) {
            boolean found = search.takePair() || search.takeOne();
            if (!found) {
                int host = targets.drawAnywhere(draw, 0);
                if (host < 0) {
                    return targets.none();
                }
                targets.take(host);
            }
        }
        return new Placement.Chosen(
                new ArrayList<>(targets.taken()),
                search.narrowest,
                balance.isFree()
                        ? "the pipeline whose narrowest part is widest"
                        : "the same among hosts that store no more than their even share",
                search.considered());
    }

    @Override
    public void placed(PlacementRequest request, List<Host> targets) {
        balance.placed(request, targets);
    }

    /** One decision under way. */
    private static final class Search {
        private final Headroom headroom;
        private final Targets targets;
        private final HostSample sample;
        private final StorageBalance balance;
        private final Draw draw;
        private final boolean[] open;
        /** Hosts of the sample that became targets. */
        private final boolean[] gone;

        private final double[] values;
        private final double[] weights;
        private double[] listed;
        private double narrowest = Double.MAX_VALUE;

        Search(Headroom headroom, Targets targets, HostSample sample, StorageBalance balance, Draw draw) {
            this.headroom = headroom;
            this.targets = targets;
            this.sample = sample;
            this.balance = balance;
            this.draw = draw;
            open = sample.open(balance);
            gone = new boolean[open.length];
            values = new double[sample.size()];
            weights = new double[sample.size()];
            listed = new double[0];
        }

        /** The two shapes of a pipeline of which one replica is fixed and two are wanted in two racks. */
        boolean takePair() {
            if (targets.remaining() != 2
                    || targets.rule().faultDomains() != 2
                    || targets.rule().spanned() != 1
                    || targets.source() < 0
                    || targets.rule().mostPerRack() < 2) {
                return false;
            }
            double[] reach = sample.reach(targets.source(), headroom);
            listed = reach;
            Pair best = new Pair(reach, open);
            if (!best.exists()) {
                best = new Pair(reach, notTaken());
            }
            return best.exists() && best.take();
        }

        private boolean[] notTaken() {
            boolean[] free = new boolean[open.length];
            for (int i = 0; i < free.length; i++) {
                free[i] = !gone[i];
            }
            return free;
        }

        private void take(int place) {
            gone[place] = true;
            open[place] = false;
            targets.take(sample.hosts[place]);
        }

        /** The best next target alone. */
        boolean takeOne() {
            double[] reach = sample.reach(targets.source(), headroom);
            if (listed.length == 0) {
                listed = reach;
            }
            boolean last = targets.remaining() == 1;
            int chosen = one(reach, last, open);
            if (chosen < 0) {
                chosen = one(reach, last, notTaken());
            }
            if (chosen < 0) {
                return false;
            }
            narrowest = Math.min(narrowest, values[chosen]);
            take(chosen);
            return true;
        }

        private int one(double[] reach, boolean last, boolean[] among) {
            double best = -1;
            double widest = 0;
            for (int i = 0; i < values.length; i++) {
                values[i] = -1;
                if (among[i] && targets.isAllowed(sample.hosts[i])) {
                    double own = Math.min(sample.in[i], last ? Double.MAX_VALUE : sample.up[i]);
                    values[i] = Math.min(reach[i], own);
                    weights[i] = Math.min(reach[i] == Double.MAX_VALUE ? own : sample.beyond[i], own);
                    best = Math.max(best, values[i]);
                    widest = Math.max(widest, weights[i]);
                }
            }
            if (best < 0) {
                return -1;
            }
            for (int i = 0; i < values.length; i++) {
                weights[i] = values[i] >= NEAR * best && values[i] >= 0 ? weight(weights[i], widest) : 0;
            }
            int chosen = draw.weighted(weights, weights.length);
            for (int more = 1; more < DRAWS; more++) {
                int other = draw.weighted(weights, weights.length);
                if (weights[other] >= NEAR_WEIGHT * weights[chosen]
                        && balance.isClearlyLess(excess(other), excess(chosen))) {
                    chosen = other;
                }
            }
            return chosen;
        }

        private double excess(int place) {
            return balance.excess(sample.hosts[place]);
        }

        List<Candidate> considered() {
            int[] best = new int[Math.min(LISTED, listed.length)];
            int count = 0;
            for (int i = 0; i < listed.length; i++) {
                int at = count < best.length ? count++ : best.length;
                while (at > 0 && rate(i) > rate(best[at - 1])) {
                    if (at < best.length) {
                        best[at] = best[at - 1];
                    }
                    at--;
                }
                if (at < best.length) {
                    best[at] = i;
                }
            }
            List<Candidate> considered = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                considered.add(sample.candidate(best[i], rate(best[i])));
            }
            return considered;
        }

        private double rate(int place) {
            return Math.min(listed[place], sample.in[place]);
        }

        /** One pass over the racks of the sample: the value of both shapes in each, then a draw among the best. */
        private final class Pair {
            private final double[] reach;
            private final boolean[] among;
            private final double[] shapes = new double[2 * sample.rackCount];
            /** Of each shape, what it leaves to others; then its weight. */
            private final double[] leaves = new double[2 * sample.rackCount];

            private final double[] shapeWeights = new double[2 * sample.rackCount];
            private final int sourceRack = targets.rule().racks()[0];
            private final int sourcePlace;
            private double most = -1;

            Pair(double[] reach, boolean[] among) {
                this.reach = reach;
                this.among = among;
                sourcePlace = sample.placeOf(sourceRack);
                boolean hasRoom = targets.rule().in(sourceRack) < targets.rule().mostPerRack();
                double localBest = -1;
                for (int i = sample.from(sourcePlace); hasRoom && i < sample.to(sourcePlace); i++) {
                    localBest = among[i] ? Math.max(localBest, middle(i)) : localBest;
                }
                double widest = 0;
                for (int r = 0; r < sample.rackCount; r++) {
                    shapes[2 * r] = -1;
                    shapes[2 * r + 1] = -1;
                    if (sample.racks[r] == sourceRack) {
                        continue;
                    }
                    rate(r, localBest);
                    most = Math.max(most, Math.max(shapes[2 * r], shapes[2 * r + 1]));
                    widest = Math.max(widest, Math.max(leaves[2 * r], leaves[2 * r + 1]));
                }
                for (int s = 0; s < shapes.length; s++) {
                    int hosts = sample.first[s / 2 + 1] - sample.first[s / 2];
                    boolean near = shapes[s] >= 0 && shapes[s] >= NEAR * most;
                    leaves[s] = near ? weight(leaves[s], widest) : 0;
                    shapeWeights[s] = hosts * leaves[s];
                }
            }

            boolean exists() {
                return most >= 0;
            }

            private double middle(int i) {
                return Math.min(sample.in[i], sample.up[i]);
            }

            private void rate(int r, double localBest) {
                double both = -1;
                double bothApart = 0;
                double one = -1;
                double oneApart = 0;
                for (int i = sample.first[r]; i < sample.first[r + 1]; i++) {
                    if (!among[i]) {
                        continue;
                    }
                    double last = Math.min(reach[i], sample.in[i]);
                    if (last > one) {
                        one = last;
                        oneApart = Math.min(sample.beyond[i], sample.in[i]);
                    }
                    double second = Math.min(reach[i], middle(i));
                    for (int j = sample.first[r]; second > both && j < sample.first[r + 1]; j++) {
                        if (j != i && among[j] && Math.min(second, sample.in[j]) > both) {
                            both = Math.min(second, sample.in[j]);
                            bothApart = Math.min(sample.beyond[i], Math.min(middle(i), sample.in[j]));
                        }
                    }
                }
                shapes[2 * r] = both;
                leaves[2 * r] = bothApart;
                if (localBest >= 0 && one >= 0) {
                    shapes[2 * r + 1] = Math.min(localBest, one);
                    leaves[2 * r + 1] = Math.min(localBest, oneApart);
                }
            }

            boolean take() {
                int shape = draw.weighted(shapeWeights, shapes.length);
                Hosts chosen = drawHosts(shape);
                for (int more = 1; more < DRAWS; more++) {
                    int otherShape = draw.weighted(shapeWeights, shapes.length);
                    Hosts other = drawHosts(otherShape);
                    if (leaves[otherShape] >= NEAR_WEIGHT * leaves[shape]
                            && balance.isClearlyLess(other.excess(), chosen.excess())) {
                        shape = otherShape;
                        chosen = other;
                    }
                }
                if (chosen.second < 0) {
                    return false;
                }
                double over = reach[isSplit(shape) ? chosen.third : chosen.second];
                narrowest = Math.min(Math.min(over, middle(chosen.second)), sample.in[chosen.third]);
                Search.this.take(chosen.second);
                Search.this.take(chosen.third);
                return true;
            }

            private static boolean isSplit(int shape) {
                return shape % 2 == 1;
            }

            /** Of a shape, two of the hosts that are near its best, each pair as likely. */
            private Hosts drawHosts(int shape) {
                int rack = shape / 2;
                boolean split = isSplit(shape);
                double bar = NEAR * shapes[shape];
                int middleRack = split ? sourcePlace : rack;
                int second = -1;
                int third = -1;
                int found = 0;
                for (int i = sample.first[middleRack]; i < sample.first[middleRack + 1]; i++) {
                    double here = split ? middle(i) : Math.min(reach[i], middle(i));
                    if (!among[i] || here < bar) {
                        continue;
                    }
                    for (int j = sample.first[rack]; j < sample.first[rack + 1]; j++) {
                        double there = Math.min(sample.in[j], split ? reach[j] : Double.MAX_VALUE);
                        if (j != i && among[j] && there >= bar && draw.below(++found) == 0) {
                            second = i;
                            third = j;
                        }
                    }
                }
                return new Hosts(second, third);
            }
        }

        /** The second and the third of a pipeline, as places in the sample; -1: none. */
        private final class Hosts {
            private final int second;
            private final int third;

            Hosts(int second, int third) {
                this.second = second;
                this.third = third;
            }

            double excess() {
                return second < 0 ? Double.MAX_VALUE : Search.this.excess(second) + Search.this.excess(third);
            }
        }

        private static double weight(double value, double widest) {
            double share = widest > 0 ? value / widest : 1;
            return share * share * share * share + 1e-9;
        }
    }
}
