// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;

/** What each directed link of a fabric has carried and dropped so far. */
public final class LinkCounters implements AutoCloseable {
    private record Source(QueueStatistics statistics, int interfaceIndex, Carriers carriers, String device) {}

    private final List<QueueStatistics> opened = new ArrayList<>();
    private final List<Carriers> openedCarriers = new ArrayList<>();
    private final List<Source> sources = new ArrayList<>();
    private final List<Link> links;
    private boolean closed;

    private LinkCounters(List<Link> links) {
        this.links = links;
    }

    /** How work is done in a node's namespace. */
    @FunctionalInterface
    public interface At {
        Void call(Node node, Callable<Void> work) throws Exception;
    }

    /**
     * Opens what reads the root queue's counters of every link; the caller closes it.
     *
     * @param device by which a link leaves its first node, in that node's namespace
     */
    public static LinkCounters open(Topology topology, At at, Function<Link, String> device) throws IOException {
        LinkCounters counters = new LinkCounters(topology.links());
        boolean complete = false;
        try {
            Map<Link, Source> byLink = new HashMap<>();
            for (Node node : topology.nodes()) {
                at.call(node, () -> {
                    counters.openAt(topology.linksFrom(node), device, byLink);
                    return null;
                });
            }
            counters.links.forEach(link -> counters.sources.add(byLink.get(link)));
            complete = true;
            return counters;
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the links' counters cannot be opened: " + e.getMessage(), e);
        } finally {
            if (!complete) {
                counters.close();
            }
        }
    }

    private void openAt(List<Link> from, Function<Link, String> devices, Map<Link, Source> byLink) throws IOException {
        QueueStatistics statistics = new QueueStatistics();
        opened.add(statistics);
        Carriers carriers = new Carriers();
        openedCarriers.add(carriers);
        for (Link link : from) {
            String device = devices.apply(link);
            int index = SystemCalls.if_nametoindex(device);
            if (index == 0) {
                throw new IOException(
                        "no interface " + device + " on " + link.from().name());
            }
            byLink.put(link, new Source(statistics, index, carriers, device));
        }
    }

    /** One count for each link of the topology, in the order of {@link Link#index()}. */
    public synchronized List<LinkCount> read() throws IOException {
        if (closed) {
            throw new IOException("the links' counters are closed");
        }
        List<LinkCount> counts = new ArrayList<>(sources.size());
        for (Source source : sources) {
            counts.add(source.statistics().read(source.interfaceIndex()));
        }
        return counts;
    }

    /** Whether the port at which a link begins has a carrier. */
    public synchronized boolean hasCarrier(Link link) throws IOException {
        if (closed) {
            throw new IOException("the links' counters are closed");
        }
        Source source = sources.get(link.index());
        return source.carriers().has(source.device());
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            opened.forEach(QueueStatistics::close);
            openedCarriers.forEach(Carriers::close);
        }
    }
}
