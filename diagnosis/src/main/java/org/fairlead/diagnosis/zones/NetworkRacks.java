// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.zones;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.fairlead.core.topology.Host;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.YamlNode;

/** Racks of a network that a controller knows: what it answers at {@code /v1/topology}, or the file that it was given. */
final class NetworkRacks {
    private static final List<String> REGULAR = List.of("tree", "multi-rooted", "fat-tree");

    private NetworkRacks() {}

    /** Hosts' names with their racks, of a controller's answer in JSON; empty where a file is something else. */
    static Optional<Map<Pattern, String>> answered(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > Encoding.LARGEST_REPLY_BYTES) {
                return Optional.empty();
            }
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length == 0 || bytes[0] != '{') {
                return Optional.empty();
            }
            Map<Pattern, String> racks = new LinkedHashMap<>();
            for (TopologyMessage.NodeForm node :
                    Encoding.JSON.read(bytes, TopologyMessage.class).nodes()) {
                if (!node.rack().isEmpty()) {
                    racks.put(Zones.pattern(node.name()), node.rack());
                }
            }
            return Optional.of(racks);
        } catch (InvalidMessageException e) {
            // Who reads it as something else says what is wrong with it.
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Hosts' names with their racks, of a file of a topology; empty where it is something else.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    static Optional<Map<Pattern, String>> in(YamlNode root) {
        if (!isTopology(root)) {
            return Optional.empty();
        }
        Map<Pattern, String> racks = new LinkedHashMap<>();
        for (Host host : TopologyFile.from(root).hosts()) {
            racks.put(Zones.pattern(host.name()), host.rack());
        }
        return Optional.of(racks);
    }

    /** A file of zones has lists of names alone. */
    private static boolean isTopology(YamlNode root) {
        if (!root.isMapping()) {
            return false;
        }
        return REGULAR.stream()
                        .anyMatch(kind ->
                                root.optional(kind).filter(YamlNode::isMapping).isPresent())
                || root.optional("hosts")
                        .filter(YamlNode::isSequence)
                        .flatMap(hosts -> hosts.sequence().stream().findFirst())
                        .filter(YamlNode::isMapping)
                        .isPresent();
    }
}
