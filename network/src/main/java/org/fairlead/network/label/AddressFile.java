// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * How an operator's network calls hosts, switches and next hops, in YAML: {@code hosts} has an address by host, {@code switches} a list of addresses by switch, {@code next-hops} what follows in {@code ip route} by
 * link, such as {@code e1->a1: via 10.0.1.2 dev swp1}; what follows {@code via} is an address of a1, too. Only what is asked for has to be there.
 */
public final class AddressFile implements LinuxNames {
    private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final String IPV4 = BYTE + "(?:\\." + BYTE + "){3}";
    private static final Pattern ADDRESS = Pattern.compile(IPV4);
    private static final String DEVICE = "dev [A-Za-z0-9][A-Za-z0-9._:-]{0,14}";
    private static final String VIA = "via ";
    private static final Pattern NEXT_HOP = Pattern.compile(VIA + IPV4 + "(?: " + DEVICE + ")?(?: onlink)?|" + DEVICE);

    private final String file;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final Map<String, String> nextHops = new HashMap<>();
    /** By address. */
    private final Map<String, Node> nodes = new HashMap<>();

    private AddressFile(YamlNode root, Topology topology) {
        file = root.file();
        root.allow("hosts", "switches", "next-hops");
        root.optional("hosts").ifPresent(hosts -> hosts.mapping().forEach((name, address) -> {
            if (!(topology.node(name).orElse(null) instanceof Host host)) {
                throw address.invalid("no host '" + name + "' in topology '" + topology.name() + "'");
            }
            addresses.put(name, address(address));
            claim(address(address), host, address);
        }));
        root.optional("switches").ifPresent(switches -> switches.mapping().forEach((name, list) -> {
            if (!(topology.node(name).orElse(null) instanceof Switch node)) {
                throw list.invalid("no switch '" + name + "' in topology '" + topology.name() + "'");
            }
            list.sequence().forEach(address -> claim(address(address), node, address));
        }));
        Map<String, Link> known = topology.links().stream()
                .collect(Collectors.toMap(Link::name, Function.identity(), (one, other) -> one));
        Map<String, Set<Node>> neighbours = new HashMap<>();
        root.optional("next-hops").ifPresent(links -> links.mapping().forEach((name, hop) -> {
            if (!known.containsKey(name)) {
                throw hop.invalid("no link '" + name + "' in topology '" + topology.name() + "'");
            }
            String text = matching(hop, NEXT_HOP, "a next hop such as 'via 10.0.1.2 dev swp1'");
            nextHops.put(name, text);
            if (text.startsWith(VIA)) {
                neighbours
                        .computeIfAbsent(text.split(" ", -1)[1], none -> new HashSet<>())
                        .add(known.get(name).to());
            }
        }));
        neighbours.forEach((address, of) -> {
            if (of.size() == 1) { // one that several nodes share, as made-up neighbours are, is nobody's
                nodes.putIfAbsent(address, of.iterator().next());
            }
        });
    }

    private void claim(String address, Node node, YamlNode at) {
        Node other = nodes.putIfAbsent(address, node);
        if (other != null && !other.equals(node)) {
            throw at.invalid(address + " is " + other.name() + "'s already");
        }
    }

    private static String address(YamlNode value) {
        return matching(value, ADDRESS, "an IPv4 address such as 10.1.0.11");
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    public static AddressFile read(Path file, Topology topology) {
        return from(Yaml.read(file), topology);
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    public static AddressFile from(YamlNode root, Topology topology) {
        return new AddressFile(root, topology);
    }

    private static String matching(YamlNode value, Pattern pattern, String accepted) {
        String text = value.text();
        if (!pattern.matcher(text).matches()) {
            throw value.invalid("'" + text + "' is not " + accepted);
        }
        return text;
    }

    /** Of the hosts that the file has. */
    public Map<Host, String> addresses(Topology topology) {
        Map<Host, String> found = new LinkedHashMap<>();
        addresses.forEach((name, address) -> found.put(topology.host(name), address));
        return found;
    }

    /** @throws IllegalArgumentException if the file has none */
    @Override
    public String address(Host host) {
        return known(addresses, "hosts", host.name(), "an address");
    }

    /** Hosts and switches by the addresses that they answer with, as far as the file says. */
    public Map<String, Node> nodes() {
        return Map.copyOf(nodes);
    }

    /** @throws IllegalArgumentException if the file has none */
    @Override
    public String nextHop(Link link) {
        return known(nextHops, "next-hops", link.name(), "a next hop");
    }

    private String known(Map<String, String> texts, String key, String name, String what) {
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalArgumentException(
                    file + ": " + key + ": '" + name + "' is missing; " + what + " is needed");
        }
        return text;
    }
}
