// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.protocol.shipped.ShippedFiles;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/** A scenario's file over those that it {@code extends}. */
final class ExtendedScenario {
    private static final String EXTENDS = "extends";

    private ExtendedScenario() {}

    /**
     * Reads a scenario and those it extends. A file's keys win as a whole; one without a value takes the other's away.
     *
     * @param accepted keys of each of them
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    static YamlNode read(Path file, List<String> accepted, ShippedFiles shipped) {
        return read(file, accepted, shipped, new HashSet<>());
    }

    private static YamlNode read(Path file, List<String> accepted, ShippedFiles shipped, Set<Path> extending) {
        extending.add(file.toAbsolutePath().normalize());
        YamlNode own = Yaml.read(file).allow(accepted.toArray(String[]::new));
        Optional<YamlNode> extended = own.optional(EXTENDS);
        if (extended.isEmpty()) {
            return own;
        }
        own.required("name"); // results of two scenarios go by different names
        Path other = named(extended.get(), ShippedKind.SCENARIO, shipped);
        if (extending.contains(other.toAbsolutePath().normalize())) {
            throw extended.get().invalid("extends itself through " + other.getFileName());
        }
        return own.over(read(other, accepted, shipped, extending));
    }

    /** A file beside the one that names it, or a shipped one by its bare name. */
    static Path named(YamlNode node, ShippedKind kind, ShippedFiles shipped) {
        return node.as(text ->
                shipped.find(kind, text, Path.of(node.file()).toAbsolutePath().getParent()));
    }
}
