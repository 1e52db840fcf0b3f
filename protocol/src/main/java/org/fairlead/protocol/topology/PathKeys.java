// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.topology;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.YamlNode;

/** Reads which of the equal-cost paths a flow takes: {@code paths: all} or {@code one}, and {@code via}, switches on the one. */
public final class PathKeys {
    private static final String ALL = "all";
    private static final String ONE = "one";

    private PathKeys() {}

    /**
     * @param node may have the keys {@code paths} and {@code via}
     * @param draw decides among several, each as likely
     * @return empty when the flow is spread over all, as it is without these keys
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Optional<Path> path(YamlNode node, Topology topology, Host from, Host to, Draw draw) {
        String paths = node.optional("paths")
                .map(given -> given.oneOf(List.of(ALL, ONE)))
                .orElse(ALL);
        List<Path> equal = topology.paths(from, to);
        if (node.has("via")) {
            if (node.has("paths") && paths.equals(ALL)) {
                throw node.required("paths").invalid("'all' does not go with 'via', which names one path");
            }
            equal = via(node.required("via"), equal, from, to);
        } else if (paths.equals(ALL)) {
            return Optional.empty();
        }
        return Optional.of(equal.get(draw.below(equal.size())));
    }

    private static List<Path> via(YamlNode via, List<Path> equal, Host from, Host to) {
        List<String> names = via.texts();
        if (names.isEmpty()) {
            throw via.invalid("at least one switch is expected");
        }
        List<Path> left = equal.stream()
                .filter(path -> names.stream().allMatch(name -> crosses(path, name)))
                .toList();
        if (left.isEmpty()) {
            throw via.invalid("no shortest path from '" + from.name() + "' to '" + to.name() + "' crosses "
                    + String.join(" and ", names) + "; switches on such paths are "
                    + equal.stream()
                            .flatMap(path -> path.links().stream())
                            .map(link -> link.to())
                            .filter(Switch.class::isInstance)
                            .map(node -> node.name())
                            .distinct()
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
        return left;
    }

    private static boolean crosses(Path path, String name) {
        return path.links().stream()
                .anyMatch(
                        link -> link.to() instanceof Switch && link.to().name().equals(name));
    }
}
