package org.fairlead.hdfs.mode;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Whether our decisions of one kind are taken, and whether they count. */
public enum Mode {
    /** Stock decides; nothing of ours runs. */
    OFF,
    /** Ours are taken, counted and recorded; stock's count. */
    OBSERVE,
    /** A seeded share of ours counts; the rest is stock's, for comparison. */
    CANARY,
    /** Ours count. */
    ENFORCE;

    private static final String ACCEPTED =
            Arrays.stream(values()).map(Mode::label).collect(Collectors.joining(", "));

    /** As configuration and reports write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException that says what is accepted */
    public static Mode of(String text) {
        for (Mode mode : values()) {
            if (mode.name().equalsIgnoreCase(text.trim())) {
                return mode;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not one of " + ACCEPTED);
    }
}
