// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.calibration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/** Constants of one setting, by name, as a file has them. Immutable. */
public final class Constants {
    private static final double LARGEST = 1e12;

    private final Map<String, Constant> byName;

    private Constants(Map<String, Constant> byName) {
        this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    /**
     * @param setting a mapping from names to constants
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Constants from(YamlNode setting) {
        Map<String, Constant> byName = new LinkedHashMap<>();
        setting.mapping().forEach((name, node) -> byName.put(name, constant(node)));
        return new Constants(byName);
    }

    /**
     * @param resource a file beside {@code owner} that comes with the program
     * @throws IllegalStateException when it is not there
     */
    public static YamlNode resource(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("resource " + resource + " is not on the class path");
            }
            return Yaml.parse(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Constant constant(YamlNode node) {
        node.allow("value", "unit", "origin", "fit");
        Optional<Constant.Range> fit = node.optional("fit").map(between -> {
            List<YamlNode> ends = between.sequence();
            if (ends.size() != 2) {
                throw between.invalid("two numbers are expected: the least and the most");
            }
            double least = ends.get(0).number(0, LARGEST);
            return new Constant.Range(least, ends.get(1).number(least, LARGEST));
        });
        return new Constant(
                node.required("value").number(0, LARGEST),
                node.required("unit").text(),
                node.required("origin").text(),
                fit);
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public double value(String name) {
        Constant constant = byName.get(name);
        if (constant == null) {
            throw new IllegalArgumentException(
                    "no constant '" + name + "'; there are " + String.join(", ", byName.keySet()));
        }
        return constant.value();
    }

    public Map<String, Constant> all() {
        return byName;
    }

    /** Names of those that a calibration may change. */
    public List<String> fitted() {
        List<String> names = new ArrayList<>();
        byName.forEach((name, constant) -> {
            if (constant.fit().isPresent()) {
                names.add(name);
            }
        });
        return names;
    }

    public Constants with(String name, double value) {
        Map<String, Constant> changed = new LinkedHashMap<>(byName);
        changed.computeIfPresent(name, (key, constant) -> constant.withValue(value));
        return new Constants(changed);
    }

    /** What {@link #from} reads, under the setting's key. */
    public String yaml(String setting) {
        StringBuilder text = new StringBuilder(setting).append(":\n");
        byName.forEach((name, constant) -> {
            text.append("  ").append(name).append(":\n");
            text.append("    value: ").append(digits(constant.value())).append('\n');
            text.append("    unit: ").append(constant.unit()).append('\n');
            text.append("    origin: ").append(constant.origin()).append('\n');
            constant.fit().ifPresent(fit -> text.append("    fit: [")
                    .append(digits(fit.least()))
                    .append(", ")
                    .append(digits(fit.most()))
                    .append("]\n"));
        });
        return text.toString();
    }

    /** Four digits are more than a fit gives. */
    static String digits(double value) {
        String text = String.format(Locale.ROOT, "%.3e", value);
        double rounded = Double.parseDouble(text);
        return rounded == 0 || (Math.abs(rounded) >= 1e-3 && Math.abs(rounded) < 1e4)
                ? String.format(Locale.ROOT, "%.4f", rounded)
                : text;
    }
}
