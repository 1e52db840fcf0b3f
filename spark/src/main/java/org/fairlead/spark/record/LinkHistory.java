// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.protocol.application.StageDetail;

/**
 * How loaded the most loaded links were, each second, for the last hour. Bounded: of each second eight links, those that carry less than a
 * twentieth of what they could not among them.
 */
public final class LinkHistory {
    static final int SECONDS = 3600;
    static final int LINKS = 8;
    private static final double LEAST_SHARE = 0.05;

    private final Second[] ring = new Second[SECONDS];
    private int next;

    private record Load(Link link, float share) {}

    @SuppressWarnings("ArrayRecordComponent") // not compared, and not changed
    private record Second(long timeMillis, Load[] loads) {}

    /** Keeps what is known of a moment. */
    public void sample(ClusterView view, long nowNanos, long nowMillis) {
        PriorityQueue<Load> most = new PriorityQueue<>(Comparator.comparingDouble(Load::share));
        for (Link link : view.topology().links()) {
            if (view.knowledge(link.index(), nowNanos) == Freshness.FRESH) {
                double share = view.latest(link.index()) / link.bytesPerSecond();
                if (share >= LEAST_SHARE
                        && (most.size() < LINKS || share > most.peek().share())) {
                    most.add(new Load(link, (float) Math.min(1, share)));
                    if (most.size() > LINKS) {
                        most.poll();
                    }
                }
            }
        }
        synchronized (this) {
            ring[next] = new Second(nowMillis, most.toArray(Load[]::new));
            next = (next + 1) % SECONDS;
        }
    }

    /**
     * The links that were the most loaded on average between two moments, the most loaded first.
     *
     * @param most links
     */
    List<StageDetail.LinkSeries> between(long fromMillis, long toMillis, int most) {
        List<Second> seconds = kept(fromMillis, toMillis);
        Map<String, Link> links = new HashMap<>();
        Map<String, Double> sums = new HashMap<>();
        for (Second second : seconds) {
            for (Load load : second.loads()) {
                String name = load.link().name();
                links.put(name, load.link());
                sums.merge(name, (double) load.share(), Double::sum);
            }
        }
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(entry -> series(links.get(entry.getKey()), seconds))
                .toList();
    }

    private synchronized List<Second> kept(long fromMillis, long toMillis) {
        List<Second> seconds = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            Second second = ring[(next + i) % SECONDS];
            if (second != null && second.timeMillis() >= fromMillis && second.timeMillis() <= toMillis) {
                seconds.add(second);
            }
        }
        return seconds;
    }

    /** Of the moments at which the link was among the most loaded. */
    private static StageDetail.LinkSeries series(Link link, List<Second> seconds) {
        List<StageDetail.Sample> samples = new ArrayList<>();
        for (Second second : seconds) {
            for (Load load : second.loads()) {
                if (load.link().index() == link.index()) {
                    samples.add(new StageDetail.Sample(second.timeMillis(), load.share()));
                }
            }
        }
        return new StageDetail.LinkSeries(link.name(), link.bytesPerSecond(), samples);
    }
}
