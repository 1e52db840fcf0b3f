// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.yaml;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.fairlead.protocol.ClosestWord;

/**
 * A value of a YAML file that knows where it stands. Every reading method either returns what was asked for or throws an
 * {@link InvalidFileException} that names file, line, key and what is accepted.
 */
public final class YamlNode {
    private final String file;
    private final int line;
    private final String key;
    private final Object value; // null | String | List<YamlNode> | Map<String, YamlNode>

    YamlNode(String file, int line, String key, Object value) {
        this.file = file;
        this.line = line;
        this.key = key;
        this.value = value;
    }

    public String file() {
        return file;
    }

    public int line() {
        return line;
    }

    public boolean isNull() {
        return value == null;
    }

    public boolean isMapping() {
        return value instanceof Map;
    }

    public boolean isSequence() {
        return value instanceof List;
    }

    /** An error at this value. */
    public InvalidFileException invalid(String problem) {
        return new InvalidFileException(file, line, key, problem);
    }

    /**
     * This mapping over another one: its keys win, and those of it that have no value are not there at all. Each value knows
     * where it stands.
     */
    public YamlNode over(YamlNode base) {
        Map<String, YamlNode> both = base.mapping();
        both.putAll(mapping());
        both.values().removeIf(node -> node.isNull() || "".equals(node.value));
        return new YamlNode(file, line, key, both);
    }

    /** Refuses keys of this mapping that are not among {@code accepted}. */
    public YamlNode allow(String... accepted) {
        List<String> known = List.of(accepted);
        mapping().forEach((name, child) -> {
            if (!known.contains(name)) {
                throw child.invalid("unknown key" + nearest(name, known) + "; accepted: " + String.join(", ", known));
            }
        });
        return this;
    }

    public boolean has(String name) {
        return mapping().containsKey(name);
    }

    public YamlNode required(String name) {
        return optional(name)
                .orElseThrow(() ->
                        new InvalidFileException(file, line, key.isEmpty() ? name : key + "." + name, "is missing"));
    }

    /** Empty when the key is absent or its value is null. */
    public Optional<YamlNode> optional(String name) {
        return Optional.ofNullable(mapping().get(name)).filter(node -> !node.isNull());
    }

    public Map<String, YamlNode> mapping() {
        if (value instanceof Map<?, ?> map) {
            Map<String, YamlNode> typed = new LinkedHashMap<>();
            map.forEach((name, child) -> typed.put((String) name, (YamlNode) child));
            return typed;
        }
        throw invalid("a mapping of keys to values is expected");
    }

    public List<YamlNode> sequence() {
        if (value instanceof List<?> list) {
            return list.stream().map(YamlNode.class::cast).toList();
        }
        throw invalid("a list is expected");
    }

    /** Plain text that is not blank. */
    public String text() {
        if (value instanceof String text && !text.isBlank()) {
            return text;
        }
        throw invalid("text is expected");
    }

    /** A list of texts; a single text counts as a list of one. */
    public List<String> texts() {
        return value instanceof String
                ? List.of(text())
                : sequence().stream().map(YamlNode::text).toList();
    }

    /** A mapping of texts to texts. */
    public Map<String, String> textByKey() {
        Map<String, String> texts = new LinkedHashMap<>();
        mapping().forEach((name, child) -> texts.put(name, child.text()));
        return texts;
    }

    public int integer(int least, int most) {
        return (int) integer((long) least, (long) most);
    }

    public long integer(long least, long most) {
        try {
            long number = Long.parseLong(text().strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw invalid("'" + value + "' is not a whole number from " + least + " to " + most);
    }

    public double number(double least, double most) {
        try {
            double number = Double.parseDouble(text().strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw invalid("'" + value + "' is not a number from " + least + " to " + most);
    }

    public boolean truth() {
        return switch (text().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw invalid("'" + value + "' is not true or false");
        };
    }

    /** One of a fixed set of words. */
    public String oneOf(Collection<String> accepted) {
        String text = text();
        if (accepted.contains(text)) {
            return text;
        }
        throw invalid("'" + text + "'" + nearest(text, accepted) + "; accepted: " + String.join(", ", accepted));
    }

    /** What {@code reading} makes of the text; its IllegalArgumentException becomes an error at this place. */
    public <T> T as(Function<String, T> reading) {
        String text = text();
        try {
            return reading.apply(text);
        } catch (IllegalArgumentException e) {
            throw invalid(e.getMessage());
        }
    }

    private static String nearest(String word, Collection<String> known) {
        return ClosestWord.closest(word, known)
                .or(() -> known.stream()
                        .filter(candidate -> candidate.regionMatches(true, 0, word, 0, Math.min(3, word.length())))
                        .findFirst())
                .map(candidate -> " (did you mean '" + candidate + "'?)")
                .orElse("");
    }
}
