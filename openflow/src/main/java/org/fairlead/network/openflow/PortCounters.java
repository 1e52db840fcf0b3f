// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.SwitchCounters;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFPortState;
import org.projectfloodlight.openflow.protocol.OFPortStatsEntry;
import org.projectfloodlight.openflow.protocol.OFPortStatsReply;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * What links have carried, by the counters of switches' ports: a link out of a switch by what its port has sent, a host's link by what the switch's port has received. Any thread.
 */
final class PortCounters {
    private static final OFFactory FACTORY = SwitchTables.FACTORY;
    private static final long WAIT_NANOS = 1_000_000_000L;

    private final Topology topology;
    private final List<KnownSwitch> switches;
    private final Function<KnownSwitch, Optional<SwitchConnection>> connections;

    PortCounters(
            Topology topology,
            List<KnownSwitch> switches,
            Function<KnownSwitch, Optional<SwitchConnection>> connections) {
        this.topology = topology;
        this.switches = switches;
        this.connections = connections;
    }

    private record Asked(
            CompletableFuture<SwitchConnection.Answer> counts, CompletableFuture<SwitchConnection.Answer> states) {}

    public List<SwitchCounters.LinkBytes> linkBytes() {
        Map<KnownSwitch, Asked> asked = new LinkedHashMap<>();
        for (KnownSwitch each : switches) {
            connections
                    .apply(each)
                    .ifPresent(connection -> asked.put(
                            each,
                            new Asked(
                                    connection.ask(FACTORY.buildPortStatsRequest()
                                            .setPortNo(OFPort.ANY)
                                            .build()),
                                    connection.ask(
                                            FACTORY.buildPortDescStatsRequest().build()))));
        }
        List<SwitchCounters.LinkBytes> read = new ArrayList<>();
        CompletableFuture<Void> all = CompletableFuture.allOf(asked.values().stream()
                .flatMap(each -> List.of(each.counts(), each.states()).stream())
                .toArray(CompletableFuture<?>[]::new));
        try {
            all.get(WAIT_NANOS, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // those that have answered count
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
        asked.forEach((self, each) -> {
            if (isAnswered(each.counts()) && isAnswered(each.states())) {
                read.addAll(read(
                        self, each.counts().join().parts(), each.states().join().parts()));
            }
        });
        return read;
    }

    private static boolean isAnswered(CompletableFuture<SwitchConnection.Answer> asked) {
        return asked.isDone() && !asked.isCompletedExceptionally();
    }

    private List<SwitchCounters.LinkBytes> read(
            KnownSwitch self, List<? extends OFMessage> counts, List<? extends OFMessage> states) {
        Map<OFPort, OFPortStatsEntry> counted = new HashMap<>();
        for (OFMessage part : counts) {
            if (part instanceof OFPortStatsReply reply) {
                reply.getEntries().forEach(entry -> counted.put(entry.getPortNo(), entry));
            }
        }
        Set<OFPort> dead = new HashSet<>();
        Set<OFPort> described = new HashSet<>();
        for (OFMessage part : states) {
            if (part instanceof OFPortDescStatsReply reply) {
                for (OFPortDesc port : reply.getEntries()) {
                    described.add(port.getPortNo());
                    if (port.getState().contains(OFPortState.LINK_DOWN)) {
                        dead.add(port.getPortNo());
                    }
                }
            }
        }
        List<SwitchCounters.LinkBytes> links = new ArrayList<>();
        for (Link link : topology.linksFrom(self.node())) {
            OFPort port = self.port(link);
            OFPortStatsEntry entry = counted.get(port);
            if (entry != null
                    && entry.getTxBytes().getValue() >= 0) { // below: it is not counted (OpenFlow 1.3.5, A.3.5.6)
                Boolean carrier = described.contains(port) ? !dead.contains(port) : null;
                links.add(new SwitchCounters.LinkBytes(
                        link.name(), entry.getTxBytes().getValue(), carrier));
                if (link.to() instanceof Host host && entry.getRxBytes().getValue() >= 0) {
                    topology.link(host, self.node())
                            .ifPresent(from -> links.add(new SwitchCounters.LinkBytes(
                                    from.name(), entry.getRxBytes().getValue())));
                }
            }
        }
        return links;
    }
}
