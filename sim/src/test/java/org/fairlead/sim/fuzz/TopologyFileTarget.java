// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import static org.fairlead.sim.fuzz.Reading.check;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;

/** A topology in YAML: its hosts and links are the same after it has been written and read again. */
public final class TopologyFileTarget {
    /** Larger networks are only read: writing them takes most of the time and shows nothing more. */
    private static final int MOST_WRITTEN = 5000;

    private TopologyFileTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Reading.of(() -> parse(new String(input, StandardCharsets.UTF_8))).ifPresent(topology -> {
            check(!topology.hosts().isEmpty(), "no host");
            check(topology.links().stream().allMatch(TopologyFileTarget::hasRate), "rate");
            if (topology.links().size() + topology.hosts().size() > MOST_WRITTEN) {
                return;
            }
            Topology again = parse(TopologyFile.text(topology));
            check(links(again).equals(links(topology)), "links");
            check(hosts(again).equals(hosts(topology)), "hosts");
        });
    }

    private static boolean hasRate(Link link) {
        return link.bytesPerSecond() > 0 && link.bytesPerSecond() < Double.POSITIVE_INFINITY;
    }

    private static Topology parse(String text) {
        return TopologyFile.from(Yaml.parse(Reading.FILE, text));
    }

    private static Set<String> links(Topology topology) {
        return topology.links().stream()
                .map(link -> link.name() + " " + link.bytesPerSecond())
                .collect(Collectors.toSet());
    }

    private static Set<String> hosts(Topology topology) {
        return topology.hosts().stream()
                .map(host -> host.name() + " " + host.rack() + " " + host.disk().map(Host.Disk::toString))
                .collect(Collectors.toSet());
    }
}
