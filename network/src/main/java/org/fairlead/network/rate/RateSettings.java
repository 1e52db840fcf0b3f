// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.RuleLifetime;
import org.fairlead.network.label.AddressFile;
import org.fairlead.network.label.ClassPort;
import org.fairlead.protocol.yaml.YamlNode;

/** What an operator writes for a driver of rates on one device. docs/network.md teaches it. */
final class RateSettings {
    static final String DRIVER = "driver";
    static final String NODE = "node";

    private static final String CODEPOINTS = "codepoints";
    private static final String ADDRESSES = "addresses";
    private static final String PORTS = "ports";
    private static final double LEAST_SHARE = 0.01;
    private static final double MOST_SHARE = 0.95;
    /** That nft takes in one transaction where a netlink socket's buffer cannot be enlarged. */
    private static final int MOST_ELEMENTS = 900;

    private RateSettings() {}

    /**
     * What HTB needs.
     *
     * @param nft with what a line for nftables begins
     * @param tc with what a line of tc begins
     */
    record Htb(HtbGrant grant, Duration lifetime, List<String> nft, List<String> tc) {}

    /**
     * What a host needs whose own sockets are paced.
     *
     * @param host this one, by its index
     * @param addresses of the others, by index
     */
    record Pacing(
            int host, Map<Integer, String> addresses, Map<TrafficClass, List<ClassPort>> ports, Duration lifetime) {}

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    static Htb htb(YamlNode root, Topology topology) {
        root.allow(DRIVER, NODE, CODEPOINTS, "share", "parent", ADDRESSES, PORTS, "lifetime", "nft", "tc");
        Node node = root.required(NODE).as(name -> topology.node(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no host or switch '" + name + "' in topology '" + topology.name() + "'")));
        Codepoints codepoints = root.required(CODEPOINTS).as(Codepoints::named);
        double share = root.required("share").number(LEAST_SHARE, MOST_SHARE);
        AddressFile addresses = addresses(root, topology);
        Optional<String> parent = root.optional("parent").map(YamlNode::text);
        if (!(node instanceof Host) && root.has(PORTS)) {
            throw root.required(PORTS).invalid("a switch marks nothing: ports are for hosts");
        }
        Map<TrafficClass, List<ClassPort>> ports =
                node instanceof Host ? ClassPort.byClass(root.required(PORTS)) : Map.of();
        int most = ports.values().stream().mapToInt(List::size).max().orElse(0);
        if (codepoints.numbers().size() * (most + 1) > MOST_ELEMENTS) {
            throw root.required(PORTS)
                    .invalid(codepoints.numbers().size() + " codepoints and " + most
                            + " ports of a class can become more than " + MOST_ELEMENTS
                            + " elements, the most that nft takes at once");
        }
        try {
            LinuxRates rates = new LinuxRates(codepoints, share, parent, addresses);
            topology.linksFrom(node).forEach(rates::device); // each has to be known
            return new Htb(
                    new HtbGrant(
                            topology,
                            node,
                            rates,
                            node instanceof Host ? byIndex(addresses, topology) : Map.of(),
                            ports),
                    RuleLifetime.of(root),
                    words(root, "nft"),
                    words(root, "tc"));
        } catch (IllegalArgumentException e) {
            throw root.invalid(e.getMessage());
        }
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    static Pacing pacing(YamlNode root, Topology topology) {
        root.allow(DRIVER, NODE, ADDRESSES, PORTS, "lifetime");
        int host = root.required(NODE).as(topology::host).index();
        return new Pacing(
                host,
                byIndex(addresses(root, topology), topology),
                ClassPort.byClass(root.required(PORTS)),
                RuleLifetime.of(root));
    }

    private static AddressFile addresses(YamlNode root, Topology topology) {
        Path beside = Path.of(root.file()).toAbsolutePath().getParent();
        return AddressFile.read(beside.resolve(root.required(ADDRESSES).text()), topology);
    }

    private static Map<Integer, String> byIndex(AddressFile file, Topology topology) {
        Map<Integer, String> addresses = new HashMap<>();
        file.addresses(topology).forEach((host, address) -> addresses.put(host.index(), address));
        return addresses;
    }

    private static List<String> words(YamlNode root, String program) {
        List<String> words = root.optional(program).map(YamlNode::texts).orElse(List.of());
        return words.isEmpty() ? List.of(program) : words;
    }
}
