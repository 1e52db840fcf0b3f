// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.counters.HostRates;
import org.fairlead.protocol.message.Heartbeat;

/** What executors have counted of their hosts: the view of a driver to whom nobody else reports it. Safe for threads. */
final class OwnSamples {
    private final LinkLoads loads;
    private final Map<Integer, List<Link>> out = new HashMap<>();
    private final Map<Integer, List<Link>> in = new HashMap<>();
    private final Map<Integer, Heartbeat> last = new HashMap<>();
    /** When a host's status was taken, by node index. */
    private final long[] heardNanos;

    private boolean news;

    OwnSamples(Topology topology, long intervalNanos) {
        loads = LinkLoads.ofSomeHosts(topology, intervalNanos);
        heardNanos = new long[topology.nodes().size()];
        Arrays.fill(heardNanos, ClusterView.NEVER);
        for (Link link : topology.links()) {
            out.computeIfAbsent(link.from().index(), node -> new ArrayList<>()).add(link);
            in.computeIfAbsent(link.to().index(), node -> new ArrayList<>()).add(link);
        }
    }

    /** A sample that is older than the last of the same boot is ignored; one of another boot gives rates with the next. */
    synchronized void take(int host, Heartbeat sample, long nowNanos) {
        Heartbeat before = last.get(host);
        boolean follows = before != null && before.boot() == sample.boot();
        if (follows && sample.monotonicNanos() <= before.monotonicNanos()) {
            return;
        }
        last.put(host, sample);
        if (follows) {
            HostRates rates = HostRates.between(before, sample);
            spread(rates.sent(), out.getOrDefault(host, List.of()), nowNanos);
            spread(rates.received(), in.getOrDefault(host, List.of()), nowNanos);
            loads.status(host, rates.status());
            heardNanos[host] = nowNanos;
            news = true;
        }
    }

    /** Whether anything was taken since the last view. */
    synchronized boolean news() {
        return news;
    }

    synchronized ClusterView view(long nowNanos) {
        news = false;
        return loads.view(nowNanos).withHeard(heardNanos.clone());
    }

    /** Has the samples of a larger network, in which links and hosts have the same numbers, go on from here. */
    synchronized void copyTo(OwnSamples larger, long nowNanos) {
        ClusterView known = loads.view(nowNanos);
        for (Link link : known.topology().links()) {
            int index = link.index();
            if (known.origin(index) == Origin.HOST) {
                larger.loads.measured(index, known.latest(index), known.measuredAtNanos(index), Origin.HOST);
            }
        }
        last.keySet().forEach(host -> {
            larger.loads.status(host, known.status(host));
            larger.heardNanos[host] = heardNanos[host];
        });
        larger.last.putAll(last);
        larger.news = true;
    }

    private void spread(OptionalDouble rate, List<Link> links, long nowNanos) {
        rate.ifPresent(bytesPerSecond -> HostRates.measured(bytesPerSecond, links, loads, nowNanos));
    }
}
