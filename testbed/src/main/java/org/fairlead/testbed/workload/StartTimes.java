// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.time.Duration;
import java.util.Random;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * Decides when each client starts, after the step does.
 *
 * @param span {@code STAGGERED}: between one client and the next; {@code RANDOM}: within which all start; otherwise zero
 */
public record StartTimes(Kind kind, Duration span) {
    /** How starts lie in time. */
    public enum Kind {
        TOGETHER,
        STAGGERED,
        RANDOM
    }

    private static final Duration LONGEST = Duration.ofHours(1);

    public static StartTimes together() {
        return new StartTimes(Kind.TOGETHER, Duration.ZERO);
    }

    /** {@code together}, {@code {staggered: 500ms}} or {@code {random: 5s}}. */
    public static StartTimes from(YamlNode node) {
        if (!node.isMapping()) {
            if (node.text().equals("together")) {
                return together();
            }
            throw node.invalid(
                    "'" + node.text() + "'; accepted: together, {staggered: DURATION} or {random: DURATION}");
        }
        node.allow("staggered", "random");
        if (node.mapping().size() != 1) {
            throw node.invalid("one of staggered and random is accepted");
        }
        boolean staggered = node.has("staggered");
        YamlNode value = node.required(staggered ? "staggered" : "random");
        Duration span = value.as(Quantities::duration);
        if (span.compareTo(LONGEST) > 0) {
            throw value.invalid("is above 1 h");
        }
        return new StartTimes(staggered ? Kind.STAGGERED : Kind.RANDOM, span);
    }

    /** Seconds after the start of the step. */
    public double seconds(int client, Random random) {
        double seconds = span.toNanos() / 1e9;
        return switch (kind) {
            case TOGETHER -> 0;
            case STAGGERED -> client * seconds;
            case RANDOM -> random.nextDouble() * seconds;
        };
    }
}
