// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.slow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.processor.ProcessorLimits;
import org.fairlead.testbed.sandbox.Parts;

/**
 * Processors of their own for hosts until it is closed: all processes of a host have a quota together, so that none gets what another leaves of the machine's. That they get it is up to who chooses it: all hosts together have to have less than the
 * machine. Of one thread.
 */
public final class HostProcessors implements AutoCloseable {
    private final double each;
    private final Map<String, ProcessorLimits.Limit> limits = new LinkedHashMap<>();
    private final Parts parts = new Parts();

    private HostProcessors(double each) {
        this.each = each;
    }

    /**
     * @param testbed the testbed's directory
     * @param each processors of each host, above 0
     * @param processes of each host, by its name; hosts without any are left out
     * @throws IOException if the kernel refuses; no host has any of its own then
     */
    public static HostProcessors give(Path testbed, double each, Map<String, List<ProcessHandle>> processes)
            throws IOException {
        HostProcessors given = new HostProcessors(each);
        boolean complete = false;
        try {
            for (Map.Entry<String, List<ProcessHandle>> host : processes.entrySet()) {
                if (!host.getValue().isEmpty()) {
                    ProcessorLimits.Limit limit = ProcessorLimits.set(testbed, host.getKey(), each, host.getValue());
                    given.limits.put(host.getKey(), given.parts.keep(limit));
                }
            }
            complete = true;
            return given;
        } finally {
            if (!complete) {
                given.close();
            }
        }
    }

    /**
     * Lets a host have fewer than the others.
     *
     * @param processors above 0
     * @throws IOException if the kernel refuses
     * @throws ClusterException if the host has none of its own
     */
    public SlowPart slow(String host, double processors) throws IOException {
        ProcessorLimits.Limit limit = limits.get(host);
        if (limit == null) {
            throw new ClusterException("host " + host + " has no process that could be slow");
        }
        limit.change(processors);
        return () -> limit.change(each);
    }

    @Override
    public void close() {
        parts.close();
        limits.clear();
    }
}
