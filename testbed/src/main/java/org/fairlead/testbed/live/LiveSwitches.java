// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.NetworkDriver;
import org.fairlead.network.NetworkDrivers;
import org.fairlead.network.PlanReconciler;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.report.Progress;
import org.fairlead.testbed.network.LinkCounters;
import org.fairlead.testbed.openflow.OvsFabric;
import org.fairlead.testbed.openflow.OvsNames;
import org.fairlead.testbed.sandbox.Lifeline;
import org.fairlead.testbed.sandbox.Parts;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/**
 * The inner process of {@code testbed up --switches ovs}: hosts, switches of Open vSwitch, and a driver that has them forward. A driver of the user's, at the standard port, takes over as soon as it
 * follows a controller, whose epoch is higher than ours.
 */
public final class LiveSwitches implements AutoCloseable {
    /** In the sandbox. */
    private static final Path OVS = Path.of("/run/fairlead-ovs");

    private static final int INTERRUPTED = 130;
    private static final int OWN_PORT = OvsFabric.PORT + 1;
    private static final long OWN_EPOCH = 1;
    /** Of entries of ours, as {@code ovs-ofctl} prints them. */
    private static final String OWN_COOKIE = "cookie=0x66616972";

    private static final Duration LIFETIME = Duration.ofSeconds(5);
    private static final long FORWARDS_WITHIN_NANOS = 30_000_000_000L;
    private static final String PORTS = "block-read: own 9866, replication: peer 9866, shuffle: own 7337";

    private final Topology topology;
    private final TestbedDirectory directory;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Parts parts = new Parts();
    private LinkRates rates;

    private LiveSwitches(Topology topology, TestbedDirectory directory) {
        this.topology = topology;
        this.directory = directory;
    }

    /**
     * Runs a testbed until it is told to end.
     *
     * @return the exit code
     * @throws IllegalArgumentException if the topology cannot be built this way; the message says why
     */
    public static int run(Topology topology, TestbedDirectory directory) throws IOException, InterruptedException {
        try (LiveSwitches live = new LiveSwitches(topology, directory)) {
            Lifeline.watch(() -> Runtime.getRuntime().halt(INTERRUPTED));
            live.start();
            Files.createFile(directory.path().resolve(LiveTestbed.BUILT));
            live.end.await();
            return 0;
        }
    }

    private void start() throws IOException, InterruptedException {
        Progress progress = new Progress(System.out);
        progress.step("network: " + topology + ", switches of Open vSwitch");
        OvsFabric fabric =
                parts.keep(OvsFabric.create(topology, OVS, List.of(controller(OvsFabric.PORT), controller(OWN_PORT))));
        fabric.limitRates();
        fabric.bindHostNames(directory.path().resolve("hosts"));
        LinkCounters counters = parts.keep(fabric.counters());
        rates = new LinkRates(topology, counters);
        Path settings = fabric.writeSettings(directory.path(), "openflow.yaml", OvsFabric.PORT, PORTS, LIFETIME);
        forward(fabric, fabric.writeSettings(directory.path(), "base.yaml", OWN_PORT, PORTS, LIFETIME));
        progress.step("switches forward over all equal-cost paths; settings for a driver of yours: " + settings);
        parts.keep(ControlSocket.serve(directory.path(), this::answer));
    }

    private static String controller(int port) {
        return "tcp:127.0.0.1:" + port;
    }

    private void forward(OvsFabric fabric, Path settings) throws IOException, InterruptedException {
        PlanReconciler reconciler;
        try {
            NetworkDriver driver = fabric.callOn(
                    OvsNames.SWITCHES, () -> NetworkDrivers.open(Yaml.read(settings), topology, TimeSource.SYSTEM));
            reconciler = parts.keep(PlanReconciler.start(driver, source -> true, TimeSource.SYSTEM));
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(
                    e instanceof DriverException ? e.getMessage() : "no driver for the switches: " + e.getMessage(), e);
        }
        reconciler.offer(new PathPlan(1, Long.MAX_VALUE, Map.of()), OWN_EPOCH);
        long begun = System.nanoTime();
        while (!fabric.tables().values().stream().allMatch(entries -> entries.contains(OWN_COOKIE))) {
            if (System.nanoTime() - begun > FORWARDS_WITHIN_NANOS) {
                throw new IOException("not all switches forward within " + FORWARDS_WITHIN_NANOS / 1_000_000_000
                        + " s: " + fabric.tables());
            }
            Thread.sleep(100);
        }
    }

    private Object answer(Request request) {
        return switch (request.kind()) {
            case STATUS -> status();
            case PAGES -> List.of();
            case DOWN -> {
                end.countDown();
                yield "going down";
            }
            case TRAFFIC_START, TRAFFIC_STOP ->
                throw new IllegalStateException("traffic needs a testbed without --switches ovs");
            case SUBMIT_COMMAND -> throw new IllegalStateException("this testbed has no Spark");
        };
    }

    private Status status() {
        try {
            return new Status(
                    directory.name(),
                    topology.toString(),
                    "fifo",
                    "cubic",
                    topology.hosts().stream()
                            .map(host -> new Status.HostStatus(host.name(), host.rack(), OvsNames.address(host), ""))
                            .toList(),
                    rates.now(),
                    List.of(),
                    List.of(
                            "switches: fairlead testbed exec " + OvsNames.SWITCHES + " -- env OVS_RUNDIR=" + OVS
                                    + " ovs-vsctl show",
                            "settings of a driver of yours: " + directory.path().resolve("openflow.yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
