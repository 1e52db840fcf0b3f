// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.fairlead.control.path.PathSettings;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;

/**
 * Measures what changes of flows cost a controller that plans paths, on a fat tree of 128 hosts: {@code PathChangeLoad serve SECONDS} in a process bound to one core, {@code PathChangeLoad drive PORT
 * SECONDS CHANGES APPLICATIONS} in another. Each application has ten flows and replaces one with each of its messages; together they send so many changes a second, as long as the controller answers. Prints JSON: what was sent, the time
 * from a message to the plan that has its new flow, and the processor time of both kinds of work.
 */
public final class PathChangeLoad {
    private static final int FLOWS = 10;
    private static final int PODS = 8;
    private static final double RATE = 1.25e9;
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private PathChangeLoad() {}

    public static void main(String[] arguments) throws Exception {
        int number = Integer.parseInt(arguments[1]);
        if (arguments[0].equals("serve")) {
            serve(number);
        } else {
            int seconds = Integer.parseInt(arguments[2]);
            new Driving(number, Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4])).run(seconds);
        }
    }

    private static Topology network() {
        return Topologies.fatTree(new Topology.Builder("load"), PODS, RATE).build();
    }

    private static void serve(int seconds) throws Exception {
        ControllerSettings settings = ControllerSettings.of(network())
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .trustAddresses(true)
                .interval(INTERVAL)
                .paths(PathSettings.OFF.mode(Mode.ENFORCE));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            System.out.println(controller.address().getPort());
            TimeUnit.SECONDS.sleep(seconds / 2); // until everybody is connected and the code compiled
            long before = ProcessHandle.current()
                    .info()
                    .totalCpuDuration()
                    .orElseThrow()
                    .toNanos();
            long plans = controller.paths().epoch();
            TimeUnit.SECONDS.sleep(seconds - seconds / 2);
            long after = ProcessHandle.current()
                    .info()
                    .totalCpuDuration()
                    .orElseThrow()
                    .toNanos();
            System.err.printf(
                    "{\"core\": %.2f, \"plans_per_second\": %.0f}%n",
                    (after - before) / 1e9 / (seconds - seconds / 2),
                    (controller.paths().epoch() - plans) / (double) (seconds - seconds / 2));
        }
    }

    private static final class Driving {
        private final Topology network = network();
        private final Endpoint controller;
        private final int changes;
        private final int applications;
        /** When a pair was requested, until a plan has it. */
        private final Map<String, Long> awaited = new ConcurrentHashMap<>();

        private final List<Double> millis = new ArrayList<>();
        private volatile boolean measures;
        private volatile boolean ended;

        Driving(int port, int changes, int applications) {
            controller = new Endpoint("127.0.0.1", port);
            this.changes = changes;
            this.applications = applications;
        }

        void run(int seconds) throws Exception {
            Thread switches = started("switches", this::report);
            Thread reader = started("reader", this::read);
            Thread agents = started("agents", this::follow);
            List<Thread> senders = new ArrayList<>();
            long[] sent = new long[applications];
            for (int application = 0; application < applications; application++) {
                int own = application;
                senders.add(started("application-" + own, () -> send(own, sent)));
            }
            TimeUnit.SECONDS.sleep(seconds / 2);
            long before = Arrays.stream(sent).sum();
            measures = true;
            TimeUnit.SECONDS.sleep(seconds - seconds / 2);
            long counted = Arrays.stream(sent).sum() - before;
            ended = true;
            for (Thread thread : senders) {
                thread.join();
            }
            switches.join();
            reader.join();
            agents.join();
            double[] sorted = millis.stream().mapToDouble(each -> each).sorted().toArray();
            System.out.printf(
                    "{\"changes_per_second\": %.0f, \"planned\": %d, \"median_ms\": %.1f, \"p99_ms\": %.1f}%n",
                    counted / (double) (seconds - seconds / 2),
                    sorted.length,
                    sorted[sorted.length / 2],
                    sorted[(int) (sorted.length * 0.99)]);
        }

        private interface Work {
            void run() throws IOException, InterruptedException;
        }

        private static Thread started(String name, Work work) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            work.run();
                        } catch (IOException | InterruptedException e) {
                            System.err.println(name + " ends: " + e);
                        }
                    },
                    name);
            thread.start();
            return thread;
        }

        private void report() throws IOException, InterruptedException {
            try (ControllerClient client = new ControllerClient(List.of(controller), Credentials.NONE)) {
                for (long second = 1; !ended; second++) {
                    long bytes = second * 1_000_000;
                    client.report(new SwitchCounters(
                            "",
                            "all",
                            1,
                            second,
                            second * INTERVAL.toNanos(),
                            network.links().stream()
                                    .map(link -> new SwitchCounters.LinkBytes(link.name(), bytes))
                                    .toList()));
                    Thread.sleep(INTERVAL.toMillis());
                }
            }
        }

        /** As agents of all hosts, each of which says once a second that it carries out paths. */
        private void follow() throws IOException, InterruptedException {
            try (ControllerClient client = new ControllerClient(List.of(controller), Credentials.NONE)) {
                while (!ended) {
                    for (Host host : network.hosts()) {
                        client.paths(host.name(), 0, 0, Duration.ZERO);
                    }
                    Thread.sleep(1000);
                }
            }
        }

        /** As one who looks at all paths. */
        private void read() throws IOException {
            try (ControllerClient client = new ControllerClient(List.of(controller), Credentials.NONE)) {
                PathsMessage last = client.paths("", 0, 0, Duration.ZERO);
                while (!ended) {
                    last = client.paths("", last.plan(), last.epoch(), Duration.ofMillis(500));
                    long now = System.nanoTime();
                    for (PathsMessage.Pair pair : last.pairs()) {
                        Optional.ofNullable(awaited.remove(pair.from() + "-" + pair.to()))
                                .filter(since -> measures)
                                .ifPresent(since -> millis.add((now - since) / 1e6));
                    }
                }
            }
        }

        private void send(int application, long[] sent) throws IOException, InterruptedException {
            Random random = new Random(application);
            List<FlowRequests.Flow> flows = new ArrayList<>();
            long pause = 1_000_000_000L * applications / changes;
            long next = System.nanoTime();
            try (ControllerClient client = new ControllerClient(List.of(controller), Credentials.NONE)) {
                for (long sequence = 1; !ended; sequence++) {
                    if (flows.size() >= FLOWS) {
                        flows.remove(0);
                    }
                    int from = random.nextInt(network.hosts().size());
                    int to = (from + 1 + random.nextInt(network.hosts().size() - 1))
                            % network.hosts().size();
                    String source = network.hosts().get(from).name();
                    String destination = network.hosts().get(to).name();
                    flows.add(FlowRequests.Flow.of(
                            sequence, source, destination, TrafficClass.SHUFFLE, 1_000_000_000L, 100_000_000L));
                    if (network.routes()
                                    .inner(
                                            network.host(source).index(),
                                            network.host(destination).index())
                                    .count()
                            > 1) {
                        awaited.putIfAbsent(source + "-" + destination, System.nanoTime());
                    }
                    client.commit(FlowRequests.of(
                            "", "spark-" + application, 1, sequence, sequence, 10_000, 0, List.copyOf(flows)));
                    sent[application]++;
                    next += pause;
                    long left = next - System.nanoTime();
                    if (left > 0) {
                        TimeUnit.NANOSECONDS.sleep(left);
                    } else {
                        next = System.nanoTime(); // behind: as fast as it is answered
                    }
                }
            }
        }
    }
}
