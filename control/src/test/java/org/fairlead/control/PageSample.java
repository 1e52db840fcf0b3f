package org.fairlead.control;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.SwitchCounters;

/** Serves the page with made-up loads, to look at it: {@code PageSample PORT RACKS HOSTS_PER_RACK ROOTS SECONDS}. */
public final class PageSample {
    private PageSample() {}

    public static void main(String[] arguments) throws Exception {
        int racks = Integer.parseInt(arguments[1]);
        int perRack = Integer.parseInt(arguments[2]);
        int roots = Integer.parseInt(arguments[3]);
        Topology topology = Topologies.multiRooted(
                        new Topology.Builder("four racks <b>&"), racks, perRack, roots, 1.25e8, 1.25e8)
                .build();
        ControllerSettings settings = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])))
                .trustAddresses(true);
        try (Controller controller = Controller.start(settings)) {
            controller.decisions().add(decision());
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[4]));
            for (int sequence = 1; System.nanoTime() < end; sequence++) {
                report(controller, topology, sequence);
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    private static void report(Controller controller, Topology topology, int sequence) throws Exception {
        long nanos = sequence * 1_000_000_000L;
        for (Host host : topology.hosts()) {
            double load = new Random(host.index() * 7919L).nextDouble();
            if (host.index() % 11 != 10) {
                long sent = (long) (sequence * 1.25e8 * load * load);
                long received = (long) (sequence * 1.25e8 * (1 - load) * 0.9);
                Heartbeat heartbeat = new Heartbeat(
                        "",
                        host.name(),
                        1,
                        sequence,
                        nanos,
                        1000,
                        List.of(new Heartbeat.Nic("eth0", received, sent)),
                        List.of(new Heartbeat.Disk("sda", sent / 3, received / 4, (long) (sequence * 400 * load))),
                        3L << 30);
                controller.reports().take(heartbeat, Optional.empty());
            }
        }
        List<SwitchCounters.LinkBytes> links = new ArrayList<>();
        for (Link link : topology.links()) {
            boolean between = !(link.from() instanceof Host) && !(link.to() instanceof Host);
            if (between && link.index() % 7 != 3) {
                double load = new Random(link.index() * 104729L).nextDouble();
                links.add(new SwitchCounters.LinkBytes(link.name(), (long) (sequence * 1.25e8 * load)));
            }
        }
        controller.reports().take(new SwitchCounters("", "switches", 1, sequence, nanos, links));
    }

    private static DecisionMessage decision() {
        return new DecisionMessage(
                System.currentTimeMillis(),
                "nn1",
                DecisionMessage.Kind.WRITE,
                "/data/<script>alert(1)</script>/part-00017",
                "h1",
                "enforce",
                "fairlead",
                true,
                List.of("h1", "h5", "h6"),
                List.of(
                        new DecisionMessage.Scored("h5", 6.1e7, "e2->h5"),
                        new DecisionMessage.Scored("h9", 2.2e7, "c1->e3"),
                        new DecisionMessage.Scored("h8", 1.1e7, "e2->h8")),
                "rack r2 has the widest way: 488 Mbit/s, limited by e2->h5",
                List.of("h1", "h11", "h12"),
                840);
    }
}
