// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.zones;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * In which zone, or rack, a host is: a file in YAML with the hosts of each, where {@code *} stands for any part of a name, what {@code hdfs
 * dfsadmin -printTopology} prints, or a network as controllers have it: its file, or what one answers at {@code /v1/topology}. The first zone that names a host has it.
 */
public final class Zones {
    /** The zone of hosts that no zone names. */
    public static final String UNKNOWN = "unknown";

    private static final int NAMED = 5;

    private final Map<Pattern, String> zones;

    private Zones(Map<Pattern, String> zones) {
        this.zones = zones;
    }

    /** @throws InvalidFileException with file, line and key */
    public static Zones read(Path file) {
        Optional<Map<Pattern, String>> racks = PrintedRacks.in(file).or(() -> NetworkRacks.answered(file));
        if (racks.isPresent()) {
            return new Zones(racks.get());
        }
        YamlNode root = Yaml.read(file);
        return NetworkRacks.in(root).map(Zones::new).orElseGet(() -> of(root));
    }

    static Zones of(YamlNode root) {
        if (!root.isMapping() || root.mapping().isEmpty()) {
            throw root.invalid("zones are expected with the hosts of each, such as 'zone-a: [w1, \"10.0.1.*\"]'");
        }
        Map<Pattern, String> zones = new LinkedHashMap<>();
        for (Map.Entry<String, YamlNode> zone : root.mapping().entrySet()) {
            for (YamlNode host : zone.getValue().sequence()) {
                zones.put(pattern(host.text()), zone.getKey());
            }
        }
        return new Zones(zones);
    }

    /** Of a host's name, with {@code *} for any part of it. */
    static Pattern pattern(String name) {
        return Pattern.compile(Pattern.quote(name).replace("*", "\\E.*\\Q"));
    }

    /** @throws IllegalArgumentException if none of an application's hosts is in any zone */
    public void checkKnowAny(ApplicationLog application) {
        List<String> hosts = application.executors().stream()
                .map(ExecutorLog::host)
                .distinct()
                .toList();
        if (hosts.stream().map(this::zone).allMatch(UNKNOWN::equals)) {
            throw new IllegalArgumentException(
                    "none of its hosts is in a zone of --zones, which has to name them as the log does: "
                            + String.join(", ", hosts.subList(0, Math.min(NAMED, hosts.size())))
                            + (hosts.size() > NAMED ? ", ..." : ""));
        }
    }

    public String zone(String host) {
        for (Map.Entry<Pattern, String> zone : zones.entrySet()) {
            if (zone.getKey().matcher(host).matches()) {
                return zone.getValue();
            }
        }
        return UNKNOWN;
    }
}
