// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.contender;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.cluster.contender.Contender.Engine;
import org.fairlead.testbed.cluster.contender.Contender.Input;
import org.fairlead.testbed.cluster.contender.Contender.Role;
import org.fairlead.testbed.cluster.contender.Contender.Sockets;
import org.fairlead.testbed.cluster.contender.Contender.Traffic;

/** The YAML form of a contender; docs/contenders.md teaches it. */
public final class ContenderFile {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._+-]{0,63}");

    private ContenderFile() {}

    /**
     * Reads a contender and those it extends, which stand beside it as {@code <name>.yaml}.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Contender read(Path file) {
        return read(file, Optional.empty(), new LinkedHashSet<>());
    }

    private static Contender read(Path file, Optional<YamlNode> extender, Set<Path> descendants) {
        Path real = file.toAbsolutePath().normalize();
        if (extender.isPresent()) {
            if (!Files.isRegularFile(real)) {
                throw extender.get().invalid("there is no contender file " + file);
            }
            if (descendants.contains(real)) {
                throw extender.get().invalid("extends itself through " + file.getFileName());
            }
        }
        Set<Path> readSoFar = new LinkedHashSet<>(descendants);
        readSoFar.add(real);
        YamlNode root = Yaml.read(file);
        root.allow(
                "name",
                "description",
                "extends",
                "traffic",
                "sockets",
                "input",
                "hdfs",
                "core",
                "spark",
                "jars",
                "jvm",
                "applications");
        YamlNode nameNode = root.required("name");
        String name = name(nameNode);
        if (!file.getFileName().toString().equals(name + ".yaml")) {
            throw nameNode.invalid("'" + name + "' does not match the file's name; accepted: the name before .yaml");
        }
        Contender base = root.optional("extends")
                .map(node -> beside(real, node, readSoFar))
                .orElseGet(Contender::stock);
        return new Contender(
                name,
                root.optional("description").map(YamlNode::text).orElse(""),
                root.optional("traffic")
                        .map(node -> Traffic.valueOf(
                                node.oneOf(List.of("real", "decoy")).toUpperCase(Locale.ROOT)))
                        .orElse(base.traffic()),
                root.optional("sockets")
                        .map(node -> Sockets.valueOf(
                                node.oneOf(List.of("tcp", "mptcp")).toUpperCase(Locale.ROOT)))
                        .orElse(base.sockets()),
                root.optional("input")
                        .map(node -> Input.valueOf(
                                node.oneOf(List.of("stored", "local")).toUpperCase(Locale.ROOT)))
                        .orElse(base.input()),
                merged(base.hdfs(), root, "hdfs"),
                merged(base.core(), root, "core"),
                merged(base.spark(), root, "spark"),
                jars(base, root, real.getParent()),
                jvm(base, root),
                applications(base, root, real, readSoFar));
    }

    private static Contender beside(Path file, YamlNode name, Set<Path> readSoFar) {
        return read(file.resolveSibling(name(name) + ".yaml"), Optional.of(name), readSoFar);
    }

    private static String name(YamlNode node) {
        if (!NAME.matcher(node.text()).matches()) {
            throw node.invalid(
                    "'" + node.text() + "' is not a name; accepted: small letters, digits, '.', '_', '+', '-'");
        }
        return node.text();
    }

    private static Map<String, String> merged(Map<String, String> base, YamlNode root, String key) {
        Map<String, String> values = new LinkedHashMap<>(base);
        root.optional(key).ifPresent(node -> node.mapping().forEach((name, value) -> {
            if (name.isBlank() || name.chars().anyMatch(Character::isWhitespace)) {
                throw value.invalid("'" + name + "' is not a configuration key");
            }
            values.put(name, value.text());
        }));
        return values;
    }

    /** Jars of the extended contender come first; paths are relative to the file that names them. */
    private static Map<Engine, List<Path>> jars(Contender base, YamlNode root, Path directory) {
        Map<Engine, List<Path>> jars = new EnumMap<>(Engine.class);
        jars.putAll(base.jars());
        root.optional("jars").ifPresent(node -> {
            node.allow("hdfs", "spark").mapping().forEach((engine, list) -> {
                Engine key = Engine.valueOf(engine.toUpperCase(Locale.ROOT));
                List<Path> all = new ArrayList<>(base.jars(key));
                for (String text : list.texts()) {
                    Path jar = directory.resolve(text).normalize();
                    if (!Files.isReadable(jar)) {
                        throw list.invalid("there is no readable jar " + jar);
                    }
                    all.add(jar);
                }
                jars.put(key, List.copyOf(all));
            });
        });
        return jars;
    }

    private static Map<String, Contender> applications(Contender base, YamlNode root, Path file, Set<Path> readSoFar) {
        Map<String, Contender> applications = new LinkedHashMap<>(base.applications());
        root.optional("applications").ifPresent(node -> node.mapping()
                .forEach((application, like) -> applications.put(application, beside(file, like, readSoFar))));
        return applications;
    }

    private static Map<Role, List<String>> jvm(Contender base, YamlNode root) {
        Map<Role, List<String>> options = new EnumMap<>(Role.class);
        options.putAll(base.jvm());
        root.optional("jvm").ifPresent(node -> {
            node.allow("namenode", "datanode", "driver", "executor").mapping().forEach((process, list) -> {
                Role key = Role.valueOf(process.toUpperCase(Locale.ROOT));
                List<String> all = new ArrayList<>(base.jvm(key));
                all.addAll(list.texts());
                options.put(key, List.copyOf(all));
            });
        });
        return options;
    }
}
