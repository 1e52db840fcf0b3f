// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * How an operator's network calls hosts and next hops, in YAML: {@code hosts} has addresses by host, {@code next-hops} what follows in {@code ip route} by link, such as {@code e1->a1: via 10.0.1.2 dev swp1}.
 * Only what is asked for has to be there.
 */
public final class AddressFile implements LinuxNames {
    private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final String IPV4 = BYTE + "(?:\\." + BYTE + "){3}";
    private static final Pattern ADDRESS = Pattern.compile(IPV4);
    private static final String DEVICE = "dev [A-Za-z0-9][A-Za-z0-9._:-]{0,14}";
    private static final Pattern NEXT_HOP =
            Pattern.compile("via " + IPV4 + "(?: " + DEVICE + ")?(?: onlink)?|" + DEVICE);

    private final String file;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final Map<String, String> nextHops = new HashMap<>();

    private AddressFile(YamlNode root, Topology topology) {
        file = root.file();
        root.allow("hosts", "next-hops");
        root.optional("hosts").ifPresent(hosts -> hosts.mapping().forEach((name, address) -> {
            if (!(topology.node(name).orElse(null) instanceof Host)) {
                throw address.invalid("no host '" + name + "' in topology '" + topology.name() + "'");
            }
            addresses.put(name, matching(address, ADDRESS, "an IPv4 address such as 10.1.0.11"));
        }));
        Set<String> known = topology.links().stream().map(Link::name).collect(Collectors.toSet());
        root.optional("next-hops").ifPresent(links -> links.mapping().forEach((name, hop) -> {
            if (!known.contains(name)) {
                throw hop.invalid("no link '" + name + "' in topology '" + topology.name() + "'");
            }
            nextHops.put(name, matching(hop, NEXT_HOP, "a next hop such as 'via 10.0.1.2 dev swp1'"));
        }));
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
