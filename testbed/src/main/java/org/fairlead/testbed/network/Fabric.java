// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A network of namespaces that stands, from {@link #create} to {@link #close}. Safe for threads. */
public final class Fabric implements Hosts, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Fabric.class);
    private static final Path HOSTS_FILE = Path.of("/etc/hosts");

    private final NetworkPlan plan;

    private Fabric(NetworkPlan plan) {
        this.plan = plan;
    }

    /**
     * Builds the network; what exists of it is removed again when that fails.
     *
     * @throws IOException with the step that failed and the kernel's reason
     */
    public static Fabric create(NetworkPlan plan) throws IOException {
        long start = System.nanoTime();
        Fabric fabric = new Fabric(plan);
        boolean complete = false;
        try {
            List<String> creation = plan.creation();
            List<String> namespaces =
                    creation.stream().filter(line -> line.startsWith("netns")).toList();
            Command.batch("ip", namespaces);
            fabric.inEveryNamespace(node -> writeSettings(plan.settings(node)));
            Command.batch("ip", creation.subList(namespaces.size(), creation.size()));
            fabric.inEveryNamespace(node -> {
                Command.batch("ip", plan.addressesAndRoutes(node));
                Command.batch("tc", plan.queues(node));
                fabric.verifyCongestionControl(node);
            });
            complete = true;
            if (!hasHashSeeds()) {
                LOG.warn("this kernel is older than 6.11: switches in a row choose alike among equal paths");
            }
            LOG.debug("{} built in {} ms", plan.topology(), (System.nanoTime() - start) / 1_000_000);
            return fabric;
        } finally {
            if (!complete) {
                fabric.close();
            }
        }
    }

    private void verifyCongestionControl(Node node) throws IOException {
        if (node instanceof Host) {
            String expected = plan.options().congestionControl();
            String found = CongestionControl.towards(topology().hosts().stream()
                    .filter(other -> !other.equals(node))
                    .findFirst()
                    .map(plan::address)
                    .orElse(""));
            if (!found.equals(expected) && !found.isEmpty()) {
                throw new IOException(
                        "TCP on " + node.name() + " uses " + found + " although " + expected + " was set");
            }
        }
    }

    /** What is done in one node's namespace. */
    interface Step {
        void on(Node node) throws IOException;
    }

    /** A few nodes at a time: most of the work is the kernel's, under one lock. */
    void inEveryNamespace(Step step) throws IOException {
        ExecutorService workers =
                Executors.newFixedThreadPool(Math.min(4, Runtime.getRuntime().availableProcessors()));
        try {
            List<Future<Void>> pending = new ArrayList<>();
            for (Node node : plan.topology().nodes()) {
                pending.add(workers.submit(() -> Namespaces.call(plan.namespace(node), () -> {
                    step.on(node);
                    return null;
                })));
            }
            for (Future<Void> one : pending) {
                one.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the network was being built", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private static void writeSettings(Map<String, String> settings) throws IOException {
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            Path file = Path.of("/proc/sys", setting.getKey());
            try {
                Files.writeString(file, setting.getValue());
            } catch (NoSuchFileException e) {
                if (setting.getKey().startsWith("net/ipv6/") || setting.getKey().equals(NetworkPlan.HASH_SEED)) {
                    continue; // a kernel without IPv6 needs it off no more; a kernel before 6.11 has no seed to set
                }
                throw new IOException("this kernel has no setting " + setting.getKey(), e);
            } catch (IOException e) {
                throw new IOException(
                        "kernel setting %s cannot be set to '%s': %s"
                                .formatted(setting.getKey(), setting.getValue(), e.getMessage()),
                        e);
            }
            String found = setting(file);
            if (!found.equals(setting.getValue())) {
                throw new IOException("kernel setting %s is '%s' after it was set to '%s'"
                        .formatted(setting.getKey(), found, setting.getValue()));
            }
        }
    }

    /** In one read: the kernel tells a setting only to who reads from the start. */
    private static String setting(Path file) throws IOException {
        byte[] text = new byte[256];
        try (InputStream in = Files.newInputStream(file)) {
            int length = in.read(text);
            return new String(text, 0, Math.max(0, length), StandardCharsets.US_ASCII).strip();
        }
    }

    public NetworkPlan plan() {
        return plan;
    }

    public Topology topology() {
        return plan.topology();
    }

    @Override
    public String address(String host) {
        return plan.address(topology().host(host));
    }

    @Override
    public String namespace(String host) {
        return plan.namespace(topology().host(host));
    }

    @Override
    public List<String> commandOn(String host, List<String> command) {
        List<String> line = new ArrayList<>(
                List.of("ip", "netns", "exec", plan.namespace(topology().host(host))));
        line.addAll(command);
        return List.copyOf(line);
    }

    @Override
    public <T> T callOn(String host, Callable<T> work) throws Exception {
        return callAt(topology().host(host), work);
    }

    /** As {@link #callOn}, for switches too. */
    public <T> T callAt(Node node, Callable<T> work) throws Exception {
        return Namespaces.call(plan.namespace(node), work);
    }

    /** Opens what reads every link's counters; the caller closes it. */
    public LinkCounters counters() throws IOException {
        return LinkCounters.open(topology(), this::callAt, plan::interfaceName);
    }

    /**
     * Makes the names of hosts and switches known, forward and reverse, to every program in the sandbox: writes a hosts
     * file (ours, then what the machine's own says) and mounts it over /etc/hosts of the sandbox alone.
     */
    public void bindHostNames(Path file) throws IOException {
        bindHostNames(file, plan.hostNames());
    }

    /** The same of other networks: lines with an address and a name each. */
    public static void bindHostNames(Path file, List<String> names) throws IOException {
        // Hadoop asks for the machine's own name even where it is not used.
        String ownName = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        List<String> lines = new ArrayList<>(List.of("127.0.0.1 localhost", "127.0.0.1 " + ownName));
        lines.addAll(names);
        if (Files.isReadable(HOSTS_FILE)) {
            Files.readAllLines(HOSTS_FILE).stream()
                    .filter(line -> !line.isBlank() && !lines.contains(line))
                    .forEach(lines::add);
        }
        Files.write(file, lines);
        if (Files.exists(HOSTS_FILE) && Files.isSameFile(file, HOSTS_FILE)) {
            return; // of the network before: bound twice, it could not be deleted in the end
        }
        if (Files.exists(HOSTS_FILE)) {
            Command.run(List.of("mount", "--bind", file.toString(), HOSTS_FILE.toString()));
        } else {
            LOG.warn("this machine has no {}: programs of your own know the hosts by address alone", HOSTS_FILE);
        }
    }

    /** Whether switches choose among equal paths independently of each other; kernels before 6.11 cannot be told to. */
    public static boolean hasHashSeeds() {
        return Files.exists(Path.of("/proc/sys", NetworkPlan.HASH_SEED));
    }

    /** Removes the namespaces; with them go their interfaces, routes and queues. */
    @Override
    public void close() {
        for (Node node : topology().nodes()) {
            if (!Files.exists(Path.of("/run/netns", plan.namespace(node)))) {
                continue;
            }
            try {
                Command.batch("ip", List.of("netns del " + plan.namespace(node)));
            } catch (IOException e) {
                LOG.warn("a namespace stays until the sandbox ends: {}", e.getMessage());
            }
        }
    }
}
