// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;

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

    static LinkCounters open(Fabric fabric) throws IOException {
        LinkCounters counters = new LinkCounters(fabric.topology().links());
        boolean complete = false;
        try {
            Map<Link, Source> byLink = new HashMap<>();
            for (Node node : fabric.topology().nodes()) {
                fabric.callAt(node, () -> {
                    counters.openAt(fabric, node, byLink);
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

    private void openAt(Fabric fabric, Node node, Map<Link, Source> byLink) throws IOException {
        QueueStatistics statistics = new QueueStatistics();
        opened.add(statistics);
        Carriers carriers = new Carriers();
        openedCarriers.add(carriers);
        for (Link link : fabric.topology().linksFrom(node)) {
            String device = fabric.plan().interfaceName(link);
            int index = SystemCalls.if_nametoindex(device);
            if (index == 0) {
                throw new IOException("no interface " + device + " on " + node.name());
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
