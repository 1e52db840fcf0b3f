// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.AddressFile;
import org.fairlead.network.label.ClassPort;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.protocol.yaml.YamlNode;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.TableId;

/**
 * What an operator writes for the driver {@value OpenFlowDriverProvider#NAME}. docs/network.md teaches it.
 *
 * @param listen where switches connect to
 * @param tls empty: in clear
 * @param switches by datapath id
 * @param takesOver whether switches are written into that have followed a controller of a later epoch
 */
record OpenFlowSettings(
        InetSocketAddress listen,
        Optional<TlsFiles> tls,
        OpenFlowGrant grant,
        Map<Long, KnownSwitch> switches,
        boolean takesOver) {
    private static final String LISTEN = "127.0.0.1:6653";
    private static final String NONE = "none";
    private static final int PIN_PRIORITY = 7400;
    private static final int HIGHEST_PRIORITY = 65_535;
    private static final int LAST_TABLE = 253;
    private static final int MOST_PORTS = 0xffffff00;
    private static final Duration LIFETIME = Duration.ofSeconds(5);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Pattern DATAPATH = Pattern.compile("[0-9a-fA-F]{1,16}");

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    static OpenFlowSettings from(YamlNode root, Topology topology) {
        root.allow(
                "driver",
                "listen",
                "tls",
                "shared-certificate",
                "in-clear",
                "switches",
                "addresses",
                "ports",
                "base",
                "priority",
                "table",
                "lifetime",
                "take-over");
        Path beside = Path.of(root.file()).toAbsolutePath().getParent();
        OptionalInt base = base(root.required("base"));
        int pins = root.optional("priority")
                .map(node -> node.integer(1, HIGHEST_PRIORITY))
                .orElse(PIN_PRIORITY);
        if (base.isPresent() && base.getAsInt() >= pins) {
            throw root.required("base").invalid("'" + base.getAsInt() + "' is not below the priority of pins, " + pins);
        }
        Map<TrafficClass, List<ClassPort>> ports = ClassPort.byClass(root.required("ports"));
        Map<Host, IPv4Address> addresses = new LinkedHashMap<>();
        AddressFile.read(beside.resolve(root.required("addresses").text()), topology)
                .addresses(topology)
                .forEach((host, address) -> addresses.put(host, IPv4Address.of(address)));
        Optional<TlsFiles> tls = tls(root, beside);
        boolean named = isNamed(root, tls.isPresent());
        Map<Long, KnownSwitch> switches = switches(root.required("switches"), topology, named);
        if (base.isPresent()) {
            for (Switch each : topology.switches()) {
                if (switches.values().stream().noneMatch(known -> known.node().equals(each))) {
                    throw root.required("switches")
                            .invalid("'" + each.name() + "' is missing; a base needs all switches of the topology");
                }
            }
        }
        TableId table = TableId.of(
                root.optional("table").map(node -> node.integer(0, LAST_TABLE)).orElse(0));
        InetSocketAddress listen = listen(root, tls.isPresent());
        boolean takesOver = root.optional("take-over").map(YamlNode::truth).orElse(false);
        try {
            OpenFlowGrant grant = new OpenFlowGrant(addresses, ports, table, base, pins, lifetime(root));
            return new OpenFlowSettings(listen, tls, grant, switches, takesOver);
        } catch (IllegalArgumentException e) {
            throw root.invalid(e.getMessage());
        }
    }

    private static OptionalInt base(YamlNode written) {
        return written.text().equals(NONE)
                ? OptionalInt.empty()
                : OptionalInt.of(written.as(text -> {
                    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= HIGHEST_PRIORITY) {
                        return Integer.parseInt(text);
                    }
                    throw new IllegalArgumentException(
                            "'" + text
                                    + "' is no priority; accepted: a number from 0 to 65535, such as 1, or none where others forward");
                }));
    }

    /** @param named whether a certificate has to name its switch */
    private static Map<Long, KnownSwitch> switches(YamlNode list, Topology topology, boolean named) {
        Map<Long, KnownSwitch> switches = new LinkedHashMap<>();
        list.mapping().forEach((name, written) -> {
            if (!(topology.node(name).orElse(null) instanceof Switch node)) {
                throw written.invalid("no switch '" + name + "' in topology '" + topology.name() + "'");
            }
            written.allow("datapath", "certificate", "ports");
            long datapath = written.required("datapath").as(OpenFlowSettings::datapath);
            Map<Node, Integer> ports = ports(written.required("ports"), node, topology);
            KnownSwitch known = new KnownSwitch(node, datapath, certificate(written, node, named), ports);
            KnownSwitch other = switches.putIfAbsent(datapath, known);
            if (other != null) {
                throw written.required("datapath")
                        .invalid(KnownSwitch.text(datapath) + " is "
                                + other.node().name() + "'s already");
            }
        });
        return switches;
    }

    private static Optional<String> certificate(YamlNode written, Switch node, boolean named) {
        Optional<YamlNode> other = written.optional("certificate");
        if (other.isPresent() && !named) {
            throw other.get().invalid("names of certificates count with tls alone, and not with shared-certificate");
        }
        return named ? Optional.of(other.map(YamlNode::text).orElse(node.name())) : Optional.empty();
    }

    private static long datapath(String text) {
        String digits = text.strip().replace(":", "");
        if (!DATAPATH.matcher(digits).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no datapath id; accepted: 1 to 16 hexadecimal digits, such as 00000000000000e1");
        }
        return Long.parseUnsignedLong(digits, 16);
    }

    private static Map<Node, Integer> ports(YamlNode written, Switch node, Topology topology) {
        Map<Node, Integer> ports = new HashMap<>();
        Set<Integer> taken = new HashSet<>();
        written.mapping().forEach((name, number) -> {
            Node neighbour = topology.node(name)
                    .filter(other -> topology.link(node, other).isPresent())
                    .orElseThrow(() -> number.invalid(
                            "no link " + node.name() + "->" + name + " in topology '" + topology.name() + "'"));
            int port = (int) number.integer(1, Integer.toUnsignedLong(MOST_PORTS));
            if (!taken.add(port)) {
                throw number.invalid("port " + number.text() + " leads to another neighbour already");
            }
            ports.put(neighbour, port);
        });
        topology.linksFrom(node).forEach(link -> {
            if (!ports.containsKey(link.to())) {
                throw written.invalid("the port to '" + link.to().name() + "' is missing");
            }
        });
        return ports;
    }

    private static Optional<TlsFiles> tls(YamlNode root, Path beside) {
        return root.optional("tls").flatMap(node -> {
            node.allow(TlsFiles.WORDS.toArray(String[]::new));
            try {
                TlsFiles files = TlsFiles.of(
                                word -> node.optional(word).map(path -> beside.resolve(path.text())),
                                word -> "tls." + word)
                        .orElseThrow(() -> new IllegalArgumentException("certificate, key and authority are missing"));
                if (files.own().isEmpty() || files.trusted().isEmpty()) {
                    throw new IllegalArgumentException(
                            "a certificate with its key and an authority are needed: switches prove who they are");
                }
                return Optional.of(files);
            } catch (IllegalArgumentException e) {
                throw node.invalid(e.getMessage());
            }
        });
    }

    /** Whether a certificate has to name its switch. */
    private static boolean isNamed(YamlNode root, boolean tls) {
        Optional<YamlNode> shared = root.optional("shared-certificate");
        if (shared.isPresent() && !tls) {
            throw shared.get().invalid("there are no certificates without tls");
        }
        return tls && !shared.map(YamlNode::truth).orElse(false);
    }

    private static InetSocketAddress listen(YamlNode root, boolean tls) {
        boolean inClear = root.optional("in-clear").map(YamlNode::truth).orElse(false);
        Optional<YamlNode> written = root.optional("listen");
        Endpoint endpoint = written.map(node -> node.as(Endpoint::of)).orElseGet(() -> Endpoint.of(LISTEN));
        try {
            InetAddress address = InetAddress.getByName(endpoint.host());
            if (!address.isLoopbackAddress() && !tls && !inClear) {
                throw written.orElse(root)
                        .invalid("whoever reaches " + endpoint
                                + " could pass for a switch; accepted: tls, or in-clear: yes on a network of its own");
            }
            return new InetSocketAddress(address, endpoint.port());
        } catch (UnknownHostException e) {
            throw written.orElse(root).invalid("no address is known of '" + endpoint.host() + "'");
        }
    }

    private static Duration lifetime(YamlNode root) {
        Optional<YamlNode> written = root.optional("lifetime");
        Duration lifetime = written.map(node -> node.as(Quantities::duration)).orElse(LIFETIME);
        if (lifetime.compareTo(SHORTEST) < 0 || lifetime.compareTo(LONGEST) > 0 || lifetime.toNanosPart() != 0) {
            throw written.orElse(root).invalid("a whole number of seconds from 1s to 1h is expected");
        }
        return lifetime;
    }
}
