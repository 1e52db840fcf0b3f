package org.fairlead.cli.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.yaml.YamlNode;

/** The constants of the simulated testbed, by name. Immutable. */
public final class Constants {
    private static final double LARGEST = 1e12;

    private final Map<String, Constant> byName;

    private Constants(Map<String, Constant> byName) {
        this.byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    public static Constants from(YamlNode root) {
        root.allow("constants");
        Map<String, Constant> byName = new LinkedHashMap<>();
        root.required("constants").mapping().forEach((name, node) -> byName.put(name, constant(node)));
        return new Constants(byName);
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

    /** The file that {@link #from} reads. */
    public String yaml(String comment) {
        StringBuilder text = new StringBuilder();
        comment.lines().forEach(line -> text.append("# ").append(line).append('\n'));
        text.append("constants:\n");
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
