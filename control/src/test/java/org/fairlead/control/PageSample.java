// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;

/**
 * Serves the page with made-up loads and five made-up minutes, to look at it: {@code PageSample PORT TOPOLOGY SECONDS}, TOPOLOGY a file or
 * RACKSxHOSTSxROOTS such as {@code 50x20x4}.
 */
public final class PageSample {
    private static final long SECOND = 1_000_000_000L;

    private final Topology topology;
    private final Controller controller;
    private final double[] linkBytes;
    private final long[] diskMillis;
    private long sequence;

    private PageSample(Topology topology, Controller controller) {
        this.topology = topology;
        this.controller = controller;
        linkBytes = new double[topology.links().size()];
        diskMillis = new long[topology.nodes().size()];
    }

    /** This machine's, which can be brought forward. */
    private static final class Hurried implements TimeSource {
        private final AtomicLong aheadNanos = new AtomicLong();

        @Override
        public long nanoTime() {
            return TimeSource.SYSTEM.nanoTime() + aheadNanos.get();
        }

        @Override
        public long currentTimeMillis() {
            return TimeSource.SYSTEM.currentTimeMillis();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Topology topology = arguments[1].matches("\\d+x\\d+x\\d+")
                ? regular(arguments[1])
                : TopologyFile.read(Path.of(arguments[1]));
        Hurried time = new Hurried();
        ControllerSettings settings = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])))
                .trustAddresses(true);
        try (Controller controller = Controller.start(settings, time)) {
            PageSample sample = new PageSample(topology, controller);
            controller.ownLoads(sample::blocks);
            controller.decisions().add(decision());
            for (int i = 0; i < 300; i++) { // five minutes in half a minute
                sample.report();
                time.aheadNanos.addAndGet(SECOND - TimeUnit.MILLISECONDS.toNanos(110));
                TimeUnit.MILLISECONDS.sleep(110);
            }
            System.out.println("ready");
            long end = System.nanoTime() + Long.parseLong(arguments[2]) * SECOND;
            while (System.nanoTime() < end) {
                sample.report();
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    private static Topology regular(String form) {
        String[] numbers = form.split("x", 3);
        return Topologies.multiRooted(
                        new Topology.Builder(form + " <b>&"),
                        Integer.parseInt(numbers[0]),
                        Integer.parseInt(numbers[1]),
                        Integer.parseInt(numbers[2]),
                        1.25e9,
                        5e9)
                .build();
    }

    /** Of a link's capacity, a second's load: a level of its own, waves, and now and then a burst. */
    private double load(int link) {
        Random own = new Random(link * 7919L);
        double level = own.nextDouble() * own.nextDouble();
        double wave = 0.25 * own.nextDouble() * Math.sin(sequence / (5 + 20 * own.nextDouble()));
        double burst = (sequence / 20 + link) % 9 == 0 ? 0.4 : 0;
        return Math.max(0, Math.min(1, level + wave + burst));
    }

    private void report() throws Exception {
        sequence++;
        for (Link link : topology.links()) {
            linkBytes[link.index()] += link.bytesPerSecond() * load(link.index());
        }
        for (Host host : topology.hosts()) {
            // One in eleven falls silent, one was never there.
            if (host.index() % 23 != 22 && (host.index() % 11 != 10 || sequence < 250)) {
                controller.reports().take(heartbeat(host), Optional.empty());
            }
        }
        List<SwitchCounters.LinkBytes> links = new ArrayList<>();
        for (Link link : topology.links()) {
            boolean between = !(link.from() instanceof Host) && !(link.to() instanceof Host);
            if (between && link.index() % 17 != 3) {
                links.add(new SwitchCounters.LinkBytes(link.name(), (long) linkBytes[link.index()]));
            }
        }
        controller.reports().take(new SwitchCounters("", "switches", 1, sequence, sequence * SECOND, links));
        commit("application_1767225600000_0042", 0, 40);
        commit("nightly <script>alert(1)</script> join", 3, 1200);
    }

    private Heartbeat heartbeat(Host host) {
        double sent = 0;
        double received = 0;
        for (Link link : topology.links()) {
            sent += link.from() == host ? linkBytes[link.index()] : 0;
            received += link.to() == host ? linkBytes[link.index()] : 0;
        }
        diskMillis[host.index()] += Math.round(1000 * load(host.index() + 5000));
        return new Heartbeat(
                "",
                host.name(),
                1,
                sequence,
                sequence * SECOND,
                1000,
                List.of(new Heartbeat.Nic("eth0", (long) received, (long) sent)),
                List.of(new Heartbeat.Disk("sda", (long) sent / 3, (long) received / 4, diskMillis[host.index()])),
                (3L << 30) + host.index() * (1L << 28));
    }

    private void commit(String application, int first, long residual) throws Exception {
        List<Host> hosts = topology.hosts();
        List<FlowRequests.Flow> flows = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Host from = hosts.get((first + i) % hosts.size());
            Host to = hosts.get((first + i * 5 + 4) % hosts.size());
            flows.add(FlowRequests.Flow.of(i, from.name(), to.name(), TrafficClass.SHUFFLE, 1L << 30, (long)
                    (2e6 * (1 + (sequence + i) % 3))));
        }
        controller
                .reports()
                .take(
                        FlowRequests.of("", application, 1, sequence, sequence * SECOND, 3000, residual, flows),
                        Optional.empty(),
                        controller.view());
    }

    /** As if a NameNode had placed a third of what every second link carries. */
    private Optional<double[]> blocks(ClusterView view) {
        double[] ours = new double[view.topology().links().size()];
        for (int link = 0; link < ours.length; link += 2) {
            ours[link] = view.latest(link) / 3;
        }
        return Optional.of(ours);
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
