// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.disk.SlowDisks;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.slow.HostProcessors;
import org.fairlead.testbed.slow.HostSlowing;
import org.fairlead.testbed.slow.SlowPart;
import org.fairlead.testbed.traffic.TrafficFile;
import org.fairlead.testbed.traffic.TrafficGenerator;

/** Makes a host's disk or processor slow, or a link busy, until it is undone. Other causes are a matter of configuration and input. */
final class CausePlanter {
    private static final long SETTLE_MILLIS = 500;

    private final Topology topology;
    private final Fabric fabric;
    private final SlowDisks disks;
    private final HostSlowing slowing;
    private final Hosts hosts;
    private final Path testbed;
    private final long seed;
    /** While hosts have them. */
    private Optional<HostProcessors> own = Optional.empty();

    /**
     * Hosts that store and compute.
     *
     * @param processes those of a host
     * @param processorsEach processors that each has of its own while it works; 0: all share the machine's
     */
    record Hosts(List<String> names, Function<String, List<ProcessHandle>> processes, double processorsEach) {}

    CausePlanter(Topology topology, Fabric fabric, SlowDisks disks, Hosts hosts, Path testbed, long seed) {
        this.topology = topology;
        this.fabric = fabric;
        this.disks = disks;
        this.hosts = hosts;
        this.testbed = testbed;
        slowing = new HostSlowing(topology, disks, hosts.processes(), testbed);
        this.seed = seed;
    }

    /**
     * Lets each host have processors of its own, if that is wanted, until it is closed.
     *
     * @throws IOException if the kernel refuses
     */
    SlowPart ownProcessors() throws IOException {
        if (hosts.processorsEach() == 0) {
            return () -> {};
        }
        Map<String, List<ProcessHandle>> processes = new LinkedHashMap<>();
        hosts.names().forEach(host -> processes.put(host, hosts.processes().apply(host)));
        HostProcessors given = HostProcessors.give(testbed, hosts.processorsEach(), processes);
        own = Optional.of(given);
        return () -> {
            own = Optional.empty();
            given.close();
        };
    }

    /** @throws IOException if the kernel refuses */
    SlowPart plant(HiddenCause cause) throws IOException {
        String place = cause.place();
        return switch (cause.kind()) {
            case NONE, SKEW, GARBAGE_COLLECTION, TOO_FEW_TASKS -> () -> {};
            case SLOW_DISK -> slowing.disk(place, new Host.Disk(cause.degree(), cause.degree()));
            case SLOW_PROCESSOR ->
                own.isPresent() ? own.get().slow(place, cause.degree()) : slowing.processors(place, cause.degree());
            case BUSY_NIC -> traffic("hosts", place, cause.degree());
            case FULL_UPLINK -> traffic("racks", place, cause.degree());
        };
    }

    private SlowPart traffic(String what, String place, double left) throws IOException {
        String text =
                String.format(Locale.ROOT, "flows: [{type: hot-spots, %s: [%s], leave: %.4f}]", what, place, left);
        TrafficGenerator generator =
                TrafficGenerator.start(TrafficFile.from(Yaml.parse("cause", text), topology, seed), fabric);
        try {
            Thread.sleep(SETTLE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return generator::close;
    }

    /** Has input read from disks again. */
    void forgetCached() throws IOException {
        disks.forgetCached();
    }
}
