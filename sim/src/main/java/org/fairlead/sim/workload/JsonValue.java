// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.InvalidFileException;

/** A value of a JSON line that knows its key: each method returns what was asked for, or throws an error that names file, line and key. */
final class JsonValue {
    /** Makes errors in the present line. */
    interface Place {
        InvalidFileException invalid(String key, String problem);
    }

    private static final double LONGEST_SECONDS = 1e9;
    private static final long MOST_BYTES = 1_000_000_000_000_000_000L;

    private final Place place;
    private final String key;
    private final JsonNode node;

    JsonValue(Place place, String key, JsonNode node) {
        this.place = place;
        this.key = key;
        this.node = node;
    }

    InvalidFileException invalid(String problem) {
        return place.invalid(key, problem);
    }

    JsonValue allow(List<String> accepted) {
        if (!node.isObject()) {
            throw invalid("an object with keys and values is expected");
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!accepted.contains(name)) {
                throw place.invalid(path(name), "unknown key; accepted: " + String.join(", ", accepted));
            }
        });
        return this;
    }

    boolean has(String name) {
        return optional(name).isPresent();
    }

    Optional<JsonValue> optional(String name) {
        JsonNode child = node.get(name);
        return child == null || child.isNull()
                ? Optional.empty()
                : Optional.of(new JsonValue(place, path(name), child));
    }

    JsonValue required(String name) {
        return optional(name).orElseThrow(() -> place.invalid(path(name), "is missing"));
    }

    private String path(String name) {
        return key.isEmpty() ? name : key + "." + name;
    }

    List<JsonValue> list(int most) {
        if (!node.isArray()) {
            throw invalid("a list is expected");
        }
        if (node.size() > most) {
            throw invalid("a list of " + node.size() + "; at most " + most + " are accepted");
        }
        List<JsonValue> items = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            items.add(new JsonValue(place, key + "[" + i + "]", node.get(i)));
        }
        return items;
    }

    /** Not blank, nothing in it that a terminal would act on. */
    String text() {
        String text = node.isTextual() ? node.textValue() : "";
        if (text.isBlank() || text.length() > 300 || text.chars().anyMatch(Character::isISOControl)) {
            throw invalid("text of 1 to 300 visible characters is expected");
        }
        return text;
    }

    int integer(int least, int most) {
        if (node.isIntegralNumber() && node.canConvertToInt() && node.intValue() >= least && node.intValue() <= most) {
            return node.intValue();
        }
        throw invalid(shown() + " is not a whole number from " + least + " to " + most);
    }

    /** A number, or text with a unit such as {@code 5GB}. */
    long bytes() {
        if (node.isIntegralNumber()
                && node.canConvertToLong()
                && node.longValue() >= 0
                && node.longValue() <= MOST_BYTES) {
            return node.longValue();
        }
        if (node.isTextual()) {
            return (long) quantity(text -> Quantities.bytes(text));
        }
        throw invalid(shown() + " is not a number of bytes from 0 to 10^18, nor a size such as \"64MB\"");
    }

    /** A number of seconds, or text with a unit such as {@code 5min}. */
    double seconds() {
        if (node.isTextual()) {
            return quantity(text -> Quantities.duration(text).toNanos() / 1e9);
        }
        return number(LONGEST_SECONDS);
    }

    /** From 0 on. */
    double number(double most) {
        double number = node.isNumber() ? node.doubleValue() : -1;
        if (!(number >= 0 && number <= most)) {
            throw invalid(shown() + " is not a number from 0 to " + most);
        }
        return number + 0.0; // no negative zero
    }

    private double quantity(ToDoubleFunction<String> reading) {
        try {
            return reading.applyAsDouble(node.textValue());
        } catch (IllegalArgumentException e) {
            throw invalid(e.getMessage());
        }
    }

    private String shown() {
        String text = node.isContainerNode() ? (node.isArray() ? "a list" : "an object") : node.toString();
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }
}
