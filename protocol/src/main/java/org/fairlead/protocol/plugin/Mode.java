// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

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

    /** What is left of it when nothing of ours may count. */
    public Mode observing() {
        return this == OFF ? OFF : OBSERVE;
    }

    /**
     * Whether the decision of this seed counts.
     *
     * @param canaryShare share of the decisions, 0 to 1, that count in {@link #CANARY}
     */
    public boolean counts(double canaryShare, long seed) {
        return switch (this) {
            case OFF, OBSERVE -> false;
            case CANARY -> (mixed(seed) >>> 11) * 0x1p-53 < canaryShare;
            case ENFORCE -> true;
        };
    }

    /** SplitMix64's finisher: consecutive seeds give independent draws, and none that a policy makes of the same seed. */
    private static long mixed(long seed) {
        long z = seed ^ 0x5DEECE66DL;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
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
