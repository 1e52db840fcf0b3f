// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.view;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.protocol.message.HistoryMessage;

/**
 * Keeps the load of the last minutes in fixed memory: {@value #SAMPLES} samples, one each two seconds or each interval where that is
 * longer, as two bytes each. Of a network of 10,000 links and 5,000 hosts that is 7.5 MB; of one with more links the layers alone are kept.
 * Safe for threads; a new topology starts it anew.
 */
public final class LoadHistory {
    /** Five minutes of two seconds. */
    public static final int SAMPLES = 150;
    /** Beyond, single links and hosts are not kept. */
    public static final int MOST_LINKS = 10_000;

    private static final Duration LEAST_STEP = Duration.ofSeconds(2);

    private final long stepNanos;
    private final Function<ClusterView, Optional<double[]>> own;
    private final int mostLinks;
    private Kept kept;

    /**
     * What is asked for.
     *
     * @param busiest how many of the busiest links, when none is named
     * @param last samples at most
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    public record Asked(int[] links, int[] hosts, int busiest, int last) {}

    /** All of one topology; samples of one time lie together, the place after the newest is the oldest. */
    private static final class Kept {
        final Topology topology;
        final boolean perLink;
        final LayerLoads tally;
        final short[][] load;
        final short[][] ours;
        final short[][] disks;
        final short[][] layerMean;
        final short[][] layerMost;
        int next;
        int count;
        long sampledNanos;

        Kept(Topology topology, int mostLinks) {
            this.topology = topology;
            int links = topology.links().size();
            perLink = links <= mostLinks;
            tally = new LayerLoads(topology);
            load = samples(perLink ? links : 0);
            ours = samples(perLink ? links : 0);
            disks = samples(perLink ? topology.hosts().size() : 0);
            layerMean = samples(tally.layers());
            layerMost = samples(tally.layers());
        }

        private static short[][] samples(int width) {
            return new short[SAMPLES][width];
        }

        /** Of one thing, the last so many samples, oldest first. */
        int[] series(short[][] of, int index, int last) {
            int length = Math.min(last, count);
            int[] series = new int[length];
            for (int i = 0; i < length; i++) {
                series[i] = of[Math.floorMod(next - length + i, SAMPLES)][index];
            }
            return series;
        }
    }

    /** @param own for a view, by link, the most of its latest rate that is ours as far as is known, bytes per second; empty when nobody reports it */
    public LoadHistory(Duration interval, Function<ClusterView, Optional<double[]>> own) {
        this(interval, own, MOST_LINKS);
    }

    LoadHistory(Duration interval, Function<ClusterView, Optional<double[]>> own, int mostLinks) {
        stepNanos = Math.max(LEAST_STEP.toNanos(), interval.toNanos());
        this.own = own;
        this.mostLinks = mostLinks;
    }

    /**
     * Takes a sample when it is time for one; whoever calls more often costs nothing.
     *
     * @param heardNanos by node index, when a host was last heard of; {@link ClusterView#NEVER}
     */
    public synchronized void sample(ClusterView view, IntToLongFunction heardNanos, long nowNanos) {
        if (kept == null || kept.topology != view.topology()) {
            kept = new Kept(view.topology(), mostLinks);
            kept.sampledNanos = nowNanos - stepNanos;
        }
        long steps = (nowNanos - kept.sampledNanos) / stepNanos;
        if (steps <= 0) {
            return;
        }
        kept.sampledNanos += steps * stepNanos; // first: whatever fails below fails once a step
        // Time in which nobody sampled was not measured; it does not vanish.
        for (long missed = Math.min(steps - 1, SAMPLES); missed > 0; missed--) {
            for (short[][] of : List.of(kept.load, kept.ours, kept.disks, kept.layerMean, kept.layerMost)) {
                Arrays.fill(of[kept.next], (short) HistoryMessage.UNKNOWN);
            }
            advance();
        }
        writeLinks(view, nowNanos);
        writeDisks(view, heardNanos, nowNanos);
        advance();
    }

    private void advance() {
        kept.next = (kept.next + 1) % SAMPLES;
        kept.count = Math.min(SAMPLES, kept.count + 1);
    }

    private void writeLinks(ClusterView view, long nowNanos) {
        Optional<double[]> ofOurs = kept.perLink ? own.apply(view) : Optional.empty();
        kept.tally.clear();
        for (int link = 0; link < view.topology().links().size(); link++) {
            boolean fresh = view.knowledge(link, nowNanos) == Freshness.FRESH;
            double capacity = view.topology().links().get(link).bytesPerSecond();
            double share = fresh ? view.latest(link) / capacity : Double.NaN;
            kept.tally.add(link, share);
            if (kept.perLink) {
                kept.load[kept.next][link] = perMille(share);
                kept.ours[kept.next][link] =
                        perMille(fresh && ofOurs.isPresent() ? ofOurs.get()[link] / capacity : Double.NaN);
            }
        }
        kept.tally.write(kept.layerMean[kept.next], kept.layerMost[kept.next]);
    }

    private void writeDisks(ClusterView view, IntToLongFunction heardNanos, long nowNanos) {
        short[] disks = kept.disks[kept.next];
        for (int i = 0; i < disks.length; i++) {
            int host = view.topology().hosts().get(i).index();
            long heard = heardNanos.applyAsLong(host);
            boolean fresh = heard != ClusterView.NEVER && view.staleness().of(nowNanos - heard) == Freshness.FRESH;
            disks[i] = perMille(fresh ? view.status(host).diskBusy() : Double.NaN);
        }
    }

    /** NaN is unknown. */
    static short perMille(double share) {
        return Double.isNaN(share)
                ? (short) HistoryMessage.UNKNOWN
                : (short) Math.max(0, Math.min(Short.MAX_VALUE, Math.round(1000 * share)));
    }

    /** Nothing of another topology than the one that is kept; links and hosts that it does not have are left out. */
    public synchronized HistoryMessage message(
            String controller, long epoch, Topology topology, String topologyId, Asked asked, long nowNanos) {
        boolean none = kept == null || kept.topology != topology;
        boolean busiest = asked.links().length == 0;
        return new HistoryMessage(
                controller,
                epoch,
                topologyId,
                stepNanos / 1_000_000,
                none ? 0 : Math.max(0, nowNanos - kept.sampledNanos) / 1_000_000,
                none || kept.perLink,
                busiest,
                none ? List.of() : links(busiest ? busiest(asked) : asked.links(), asked.last()),
                none ? List.of() : hosts(asked),
                none
                        ? List.of()
                        : kept.tally.series(
                                last -> kept.series(kept.layerMean, last, asked.last()),
                                last -> kept.series(kept.layerMost, last, asked.last())));
    }

    private List<HistoryMessage.LinkSeries> links(int[] links, int last) {
        return IntStream.of(links)
                .filter(link -> kept.perLink && link < kept.topology.links().size())
                .mapToObj(link -> new HistoryMessage.LinkSeries(
                        link, kept.series(kept.load, link, last), kept.series(kept.ours, link, last)))
                .toList();
    }

    private List<HistoryMessage.HostSeries> hosts(Asked asked) {
        int[] place = new int[kept.topology.nodes().size()];
        Arrays.fill(place, -1);
        for (int i = 0; kept.perLink && i < kept.topology.hosts().size(); i++) {
            place[kept.topology.hosts().get(i).index()] = i;
        }
        return IntStream.of(asked.hosts())
                .filter(host -> host < place.length && place[host] >= 0)
                .mapToObj(
                        host -> new HistoryMessage.HostSeries(host, kept.series(kept.disks, place[host], asked.last())))
                .toList();
    }

    /** Those that carried most of their capacity over the samples asked for. */
    private int[] busiest(Asked asked) {
        int links = kept.perLink ? kept.topology.links().size() : 0;
        long[] sums = new long[links];
        for (int back = 1; back <= Math.min(asked.last(), kept.count); back++) {
            short[] sample = kept.load[Math.floorMod(kept.next - back, SAMPLES)];
            for (int link = 0; link < links; link++) {
                sums[link] += Math.max(0, sample[link]);
            }
        }
        return IntStream.range(0, links)
                .boxed()
                .filter(link -> sums[link] > 0)
                .sorted(Comparator.comparingLong((Integer link) -> -sums[link]).thenComparing(link -> link))
                .limit(asked.busiest())
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
