// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.slow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.disk.SlowDisks;
import org.fairlead.testbed.processor.ProcessorLimits;

/** Makes a host's disk or processors slow, until it is undone. */
public final class HostSlowing {
    private final Topology topology;
    private final SlowDisks disks;
    private final Function<String, List<ProcessHandle>> processes;
    private final Path testbed;

    /**
     * @param processes those of a host
     * @param testbed the testbed's directory
     */
    public HostSlowing(
            Topology topology, SlowDisks disks, Function<String, List<ProcessHandle>> processes, Path testbed) {
        this.topology = topology;
        this.disks = disks;
        this.processes = processes;
        this.testbed = testbed;
    }

    /**
     * @throws IOException if the kernel refuses
     * @throws ClusterException if the host has no disk of its own
     */
    public SlowPart disk(String host, Host.Disk rates) throws IOException {
        Host.Disk before = topology.host(host)
                .disk()
                .orElseThrow(() -> new ClusterException("host " + host + " has no disk of its own"));
        disks.throttle(host, rates);
        return () -> disks.throttle(host, before);
    }

    /**
     * @param count that all its processes have together
     * @throws IOException if the kernel refuses
     * @throws ClusterException if the host has no process
     */
    public SlowPart processors(String host, double count) throws IOException {
        List<ProcessHandle> there = processes.apply(host);
        if (there.isEmpty()) {
            throw new ClusterException("host " + host + " has no process that could be slow");
        }
        return ProcessorLimits.set(testbed, host, count, there)::close;
    }

    /** @throws IOException if the kernel refuses */
    SlowPart begin(SlowHost slow) throws IOException {
        return slow.what() instanceof SlowHost.Slowness.Disk disk
                ? disk(slow.host(), disk.rates())
                : processors(slow.host(), ((SlowHost.Slowness.Processors) slow.what()).count());
    }
}
