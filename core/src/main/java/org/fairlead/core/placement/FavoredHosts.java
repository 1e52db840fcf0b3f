// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.profile.HostPaces;

/**
 * Hosts on which a writer asks a NameNode that knows nothing of slow hosts to put a file's replicas.
 *
 * <p><b>Goals.</b> What is written does not go through hosts that are slow, by as much as they are slow, and lies in racks as HDFS would have put it.
 *
 * <p><b>Constraints.</b> The writer knows only some of all hosts, those that it has read from or could have; whether these are enough is the caller's affair. A file has one answer for all its blocks. The NameNode may refuse any of them, and adds others then. While none that is known is slow by {@value HostPaces#SLOW_FROM} times, or where fewer than one more than replicas are known, nothing is asked for.
 *
 * <p><b>Algorithm.</b> As HDFS does by default: the first replica on the writer's host, the second in another rack, the third in the second's rack, further ones anywhere. Each host is drawn with weight 1 / p², p how many times as long as on others tasks take there. The writer's own host
 * is kept with that probability; else another one of its rack takes its place. Where all that are left of the rack weigh less than a fourth of the best host anywhere, any host is drawn; but the second replica is in another rack as long as one is known, however slow its hosts are.
 *
 * <p><b>Example.</b> Three replicas, h1 and h2 in r1, h3 and h4 in r2, h5 and h6 in r3; h3 is 5 times as slow. Written on h1: h1 first; then one of h4, h5, h6 with weight 1 each, or h3 with 1/25. After h5 comes h6. After h4 comes not h3, the only one left of r2, but one of h2, h5, h6, or h3 in one of 76 cases. Written on h3, that is kept in one of 25 cases; else h4 comes
 * first.
 *
 * <p><b>Source.</b> Ours; the racks as in HDFS's BlockPlacementPolicyDefault.
 */
public final class FavoredHosts {
    /** A host of the preferred rack is passed over for any other if that is more than so many times as likely. */
    private static final double PASSED_OVER = 4;

    private final List<Known> hosts;
    private final boolean[] taken;
    private final Draw draw;

    private FavoredHosts(List<Known> hosts, long seed) {
        this.hosts = hosts;
        taken = new boolean[hosts.size()];
        draw = new Draw(seed);
    }

    /**
     * A host that can store blocks.
     *
     * @param pace how many times as long tasks take there as on hosts that are well, at least 1
     * @param isWriter whether the file is written there
     */
    public record Known(String rack, double pace, boolean isWriter) {
        double weight() {
            return 1 / (pace * pace);
        }
    }

    /**
     * @param hosts in the same order for the same seed
     * @param replicas that are wanted
     * @return places of the hosts to ask for, in the list; none: the NameNode is to choose as ever
     */
    public static List<Integer> choose(List<Known> hosts, int replicas, long seed) {
        boolean isAnySlow = hosts.stream().anyMatch(host -> host.pace >= HostPaces.SLOW_FROM);
        return isAnySlow && replicas > 0 && hosts.size() > replicas
                ? new FavoredHosts(hosts, seed).choose(replicas)
                : List.of();
    }

    private List<Integer> choose(int replicas) {
        List<Integer> chosen = new ArrayList<>();
        while (chosen.size() < replicas) {
            chosen.add(take(
                    switch (chosen.size()) {
                        case 0 -> first();
                        case 1 -> drawnFromOtherRack(rackOf(chosen.get(0)));
                        case 2 -> drawn(host -> host.rack.equals(rackOf(chosen.get(1))));
                        default -> drawn(host -> true);
                    }));
        }
        return chosen;
    }

    private int first() {
        for (int i = 0; i < hosts.size(); i++) {
            if (hosts.get(i).isWriter) {
                String rack = rackOf(i);
                return draw.share() < hosts.get(i).weight()
                        ? i
                        : drawn(host -> !host.isWriter && host.rack.equals(rack));
            }
        }
        return drawn(host -> true);
    }

    private String rackOf(int host) {
        return hosts.get(host).rack;
    }

    private int take(int host) {
        taken[host] = true;
        return host;
    }

    private int drawnFromOtherRack(String rack) {
        Predicate<Known> other = host -> !host.rack.equals(rack);
        return weighted(best(other) > 0 ? other : host -> true);
    }

    /** One of the preferred hosts; any, where all of these are taken or slow. */
    private int drawn(Predicate<Known> preferred) {
        boolean areSlow = PASSED_OVER * best(preferred) < best(host -> true);
        return weighted(areSlow ? host -> true : preferred);
    }

    /** Weight of the best one that is left; 0 where none is. */
    private double best(Predicate<Known> from) {
        double best = 0;
        for (int i = 0; i < taken.length; i++) {
            if (!taken[i] && from.test(hosts.get(i))) {
                best = Math.max(best, hosts.get(i).weight());
            }
        }
        return best;
    }

    private int weighted(Predicate<Known> from) {
        double[] weights = new double[taken.length];
        for (int i = 0; i < taken.length; i++) {
            weights[i] = !taken[i] && from.test(hosts.get(i)) ? hosts.get(i).weight() : 0;
        }
        int drawn = draw.weighted(weights, weights.length);
        return weights[drawn] > 0 ? drawn : lastOf(weights);
    }

    /** The last one that can be drawn: sums of weights are rounded. */
    private static int lastOf(double[] weights) {
        int left = weights.length - 1;
        while (left > 0 && weights[left] == 0) {
            left--;
        }
        return left;
    }
}
