package org.fairlead.sim.experiment.sinbad;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.sim.experiment.ExperimentResult;

/**
 * The conditions that were frozen for a setting, with the origin of each; they lie beside the program as data.
 *
 * @param origins why each has the value it has
 */
record Frozen(Conditions conditions, Map<Conditions.Parameter, String> origins) {
    private static final String FILE = "frozen.yaml";

    Frozen {
        origins = Map.copyOf(origins);
    }

    /** @param setting its key in the file */
    static Frozen of(String setting) {
        try (InputStream in = Frozen.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its " + FILE);
            }
            return from(Yaml.parse(FILE, new String(in.readAllBytes(), StandardCharsets.UTF_8)), setting);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Frozen from(YamlNode root, String setting) {
        YamlNode node = root.required(setting);
        Map<Conditions.Parameter, Double> values = new EnumMap<>(Conditions.Parameter.class);
        Map<Conditions.Parameter, String> origins = new EnumMap<>(Conditions.Parameter.class);
        List<String> keys = new ArrayList<>();
        for (Conditions.Parameter parameter : Conditions.Parameter.values()) {
            keys.add(parameter.key());
            YamlNode one = node.required(parameter.key()).allow("value", "origin");
            values.put(parameter, one.required("value").number(parameter.least(), parameter.most()));
            origins.put(parameter, one.required("origin").text());
        }
        node.allow(keys.toArray(String[]::new));
        return new Frozen(Conditions.of(values), origins);
    }

    List<ExperimentResult.Parameter> listed(String table) {
        List<ExperimentResult.Parameter> listed = new ArrayList<>();
        for (Conditions.Parameter parameter : Conditions.Parameter.values()) {
            String unit = parameter.unit().isEmpty() ? "" : " " + parameter.unit();
            listed.add(new ExperimentResult.Parameter(
                    table,
                    parameter.label(),
                    Numbers.text(conditions.value(parameter)) + unit,
                    origins.get(parameter)));
        }
        return listed;
    }
}
