// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.disk.SlowDisks;
import org.fairlead.testbed.network.Fabric;
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
    private final long seed;

    /** @param processes those of a host */
    CausePlanter(
            Topology topology,
            Fabric fabric,
            SlowDisks disks,
            Function<String, List<ProcessHandle>> processes,
            Path testbed,
            long seed) {
        this.topology = topology;
        this.fabric = fabric;
        this.disks = disks;
        slowing = new HostSlowing(topology, disks, processes, testbed);
        this.seed = seed;
    }

    /** @throws IOException if the kernel refuses */
    SlowPart plant(HiddenCause cause) throws IOException {
        String place = cause.place();
        return switch (cause.kind()) {
            case NONE, SKEW, GARBAGE_COLLECTION, TOO_FEW_TASKS -> () -> {};
            case SLOW_DISK -> slowing.disk(place, new Host.Disk(cause.degree(), cause.degree()));
            case SLOW_PROCESSOR -> slowing.processors(place, cause.degree());
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
