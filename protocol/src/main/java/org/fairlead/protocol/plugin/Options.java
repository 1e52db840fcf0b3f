// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.fairlead.protocol.ClosestWord;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * The options of a plug-in in somebody else's configuration: the keys below one prefix. Reading a key is what declares it, so that what is set and is
 * never read is a key that nobody knows. Of one thread.
 */
public final class Options {
    private final String prefix;
    private final Map<String, String> values = new TreeMap<>();
    private final Set<String> read = new TreeSet<>();
    private final Set<String> families = new TreeSet<>();

    /**
     * @param prefix that all keys have, with its dot
     * @param configuration of which the keys below the prefix count
     */
    public Options(String prefix, Iterable<Map.Entry<String, String>> configuration) {
        this.prefix = prefix;
        for (Map.Entry<String, String> entry : configuration) {
            if (entry.getKey().startsWith(prefix)) {
                values.put(entry.getKey(), entry.getValue() == null ? "" : entry.getValue());
            }
        }
    }

    /** A key's value without blanks around it. */
    public String get(String key, String standard) {
        read.add(key);
        return values.getOrDefault(key, standard).trim();
    }

    /**
     * A key's value as what it means.
     *
     * @throws IllegalArgumentException with the key and what is wrong with its value
     */
    public <T> T value(String key, String standard, Function<String, T> reading) {
        return read(key, get(key, standard), reading);
    }

    /** The same of a key that may be missing or empty. */
    public <T> Optional<T> optional(String key, Function<String, T> reading) {
        String text = get(key, "");
        return text.isEmpty() ? Optional.empty() : Optional.of(read(key, text, reading));
    }

    /** The same of a key that names a file. */
    public Optional<Path> path(String key) {
        return optional(key, Path::of);
    }

    /**
     * What a text means that a key has.
     *
     * @throws IllegalArgumentException with the key and what is wrong with the text
     */
    public static <T> T read(String key, String text, Function<String, T> reading) {
        try {
            return reading.apply(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + ": '" + text + "' is not a number", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }

    /** Reads true or false. */
    public static boolean truth(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!lower.equals("true") && !lower.equals("false")) {
            throw new IllegalArgumentException("'" + text + "' is not one of true, false");
        }
        return lower.equals("true");
    }

    /** Reads a time above 0 and at most ten seconds. */
    public static Duration upToTenSeconds(String text) {
        Duration duration = Quantities.duration(text);
        if (duration.isZero() || duration.toSeconds() > 10) {
            throw new IllegalArgumentException("'" + text + "' is not above 0 and at most 10s");
        }
        return duration;
    }

    /** Values by what follows in keys that begin so, such as the name of a pool. */
    public Map<String, String> family(String beginning) {
        families.add(beginning);
        Map<String, String> found = new TreeMap<>();
        values.forEach((key, value) -> {
            if (isOf(beginning, key)) {
                found.put(key.substring(beginning.length()), value.trim());
            }
        });
        return found;
    }

    private static boolean isOf(String beginning, String key) {
        return key.startsWith(beginning) && key.length() > beginning.length();
    }

    /**
     * What is made of a file that a key names.
     *
     * @throws IllegalArgumentException with the key, the file and what is wrong with it
     */
    public static <T> T ofFile(String key, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidFileException | IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }

    /** All keys that were read so far; of a family its beginning. */
    public Set<String> known() {
        Set<String> known = new TreeSet<>(read);
        known.addAll(families);
        return known;
    }

    /** Keys that are set and were not read. */
    public List<String> unknown() {
        return values.keySet().stream()
                .filter(key -> !read.contains(key) && families.stream().noneMatch(family -> isOf(family, key)))
                .toList();
    }

    /**
     * Called when all options have been read.
     *
     * @throws IllegalArgumentException one sentence with each key that nobody knows, and what was probably meant
     */
    public void refuseUnknown() {
        List<String> sentences = new ArrayList<>();
        for (String key : unknown()) {
            Optional<String> meant = meant(key);
            sentences.add(key + ": no such key; "
                    + meant.map(known -> "did you mean " + known + "?").orElseGet(this::accepted));
        }
        if (!sentences.isEmpty()) {
            throw new IllegalArgumentException(String.join(" ", sentences));
        }
    }

    private Optional<String> meant(String key) {
        Set<String> endings =
                known().stream().map(known -> known.substring(prefix.length())).collect(Collectors.toSet());
        return ClosestWord.closest(key.substring(prefix.length()), endings).map(ending -> prefix + ending);
    }

    private String accepted() {
        return "accepted below " + prefix + ": "
                + known().stream()
                        .map(known -> known.substring(prefix.length()) + (families.contains(known) ? "NAME" : ""))
                        .collect(Collectors.joining(", "))
                + ".";
    }
}
