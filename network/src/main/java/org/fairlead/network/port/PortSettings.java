// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.port.LearningTerms;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.RuleLifetime;
import org.fairlead.network.label.AddressFile;
import org.fairlead.network.label.ClassPort;
import org.fairlead.network.label.HostGrant;
import org.fairlead.network.verify.ProbeLimits;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * What an operator writes for the driver {@value PortDriverProvider#NAME} of one host. docs/network.md teaches it.
 *
 * @param address of this host
 * @param nodes by the addresses that they answer with
 * @param sources the source ports that connections may take
 * @param terms how much is learnt of them
 * @param limits of probes
 * @param file the table that programs of this host read
 * @param lifetime of the table, and of paths that nobody renews
 */
record PortSettings(
        HostGrant grant,
        String address,
        Map<String, Node> nodes,
        Sources sources,
        LearningTerms terms,
        ProbeLimits limits,
        Path file,
        Duration lifetime) {
    private static final int ATTEMPTS = 2;
    private static final int USUAL_PROBES = 50;
    private static final int MOST_PROBES = 1_000;
    /** As {@link ProbeLimits#of}: Linux answers a host once a second. */
    private static final int PAUSE_MS = 1_100;

    /** A range of ports. */
    record Sources(int first, int count) {
        private static final Pattern WRITTEN = Pattern.compile("(\\d{1,5})-(\\d{1,5})");
        private static final int LEAST = 1_024;
        private static final int MOST = 65_535;
        private static final int FEWEST = 16;
        private static final int LARGEST = 4_096;

        /** @throws IllegalArgumentException with what is accepted */
        static Sources named(String text) {
            Matcher read = WRITTEN.matcher(text.strip());
            if (read.matches()) {
                int first = Integer.parseInt(read.group(1));
                int last = Integer.parseInt(read.group(2));
                int count = last - first + 1;
                if (first >= LEAST && last <= MOST && count >= FEWEST && count <= LARGEST) {
                    return new Sources(first, count);
                }
            }
            throw new IllegalArgumentException("'" + text + "' is no range of " + FEWEST + " to " + LARGEST
                    + " ports from " + LEAST + " to " + MOST + ", such as 20000-20255");
        }
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    static PortSettings from(YamlNode root, Topology topology) {
        root.allow("driver", "host", "addresses", "ports", "sources", "file", "probes", "lifetime");
        Host self = (Host) root.required("host").as(name -> topology.node(name)
                .filter(Host.class::isInstance)
                .orElseThrow(() ->
                        new IllegalArgumentException("no host '" + name + "' in topology '" + topology.name() + "'")));
        Path beside = Path.of(root.file()).toAbsolutePath().getParent();
        AddressFile addresses =
                AddressFile.read(beside.resolve(root.required("addresses").text()), topology);
        Sources sources = root.required("sources").as(Sources::named);
        Path file = beside.resolve(root.required("file").text());
        int perSecond = root.optional("probes")
                .map(written -> written.integer(1, MOST_PROBES))
                .orElse(USUAL_PROBES);
        Map<TrafficClass, List<ClassPort>> ports = ports(root.required("ports"));
        try {
            return new PortSettings(
                    new HostGrant(topology, self, addresses.addresses(topology), ports),
                    addresses.address(self),
                    addresses.nodes(),
                    sources,
                    LearningTerms.STANDARD,
                    new ProbeLimits(1, ATTEMPTS, perSecond, PAUSE_MS),
                    file,
                    RuleLifetime.of(root));
        } catch (IllegalArgumentException e) {
            throw root.invalid(e.getMessage());
        }
    }

    /**
     * Of which destinations ports have to be learnt so that a unit takes a path; none where there is one path alone.
     *
     * @throws IllegalArgumentException with what was not granted or is not there
     */
    List<Target> targets(FlowUnit unit, PathChoice path) {
        if (grant.requirePath(unit, path) == 1) {
            return List.of();
        }
        return grant.ports(unit).stream()
                .map(port -> new Target(unit.destination(), new PortFile.Destination(grant.address(unit), port.port())))
                .toList();
    }

    private static Map<TrafficClass, List<ClassPort>> ports(YamlNode written) {
        Map<TrafficClass, List<ClassPort>> ports = ClassPort.byClass(written);
        ports.forEach((trafficClass, list) -> {
            List<ClassPort> own = list.stream().filter(ClassPort::isOwn).toList();
            if (!own.isEmpty()) {
                throw written.required(trafficClass.label())
                        .invalid(
                                "'" + own.get(0)
                                        + "' is the sender's port, which a server has; steered is what the sender connects to: 'peer' and a number");
            }
        });
        return ports;
    }
}
