// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.plugin.PlantedFault;

/**
 * What Spark's configuration says of copies of shuffle blocks.
 *
 * @param mode {@link Mode#OFF}: nothing of it is there in this application
 * @param memoryBytes that copies may have in each executor; empty: by {@link #memoryBytes(long)}
 * @param fault what a drill plants in front of each plan
 */
public record ShuffleSettings(Mode mode, Optional<Long> memoryBytes, PlantedFault fault) {
    private static final double SHARE = 0.2;
    private static final long MOST_BYTES = 1L << 40;
    private static final String MEMORY = "shuffle-memory";
    private static final String ON = "shuffle-copies";

    /**
     * Reads every key, whatever others say.
     *
     * @throws IllegalArgumentException one sentence with key, value and what is accepted
     */
    public static ShuffleSettings from(Options conf) {
        return new ShuffleSettings(
                conf.value("spark.fairlead.shuffle.mode", "off", Mode::of),
                conf.optional("spark.fairlead.shuffle.memory", ShuffleSettings::memory),
                conf.value("spark.fairlead.fault.shuffle", "none", PlantedFault::of));
    }

    private static long memory(String text) {
        long bytes = Quantities.bytes(text);
        if (bytes < 0 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException("'" + text + "' is not from 0 to 1024GiB");
        }
        return bytes;
    }

    /** @param poolBytes of the memory that an executor's tasks and blocks share */
    long memoryBytes(long poolBytes) {
        return memoryBytes.orElse((long) (SHARE * poolBytes));
    }

    /** What executors are sent when they start. */
    public Map<String, String> toExecutors() {
        Map<String, String> sent = new HashMap<>();
        sent.put(ON, mode.label());
        memoryBytes.ifPresent(bytes -> sent.put(MEMORY, Long.toString(bytes)));
        return sent;
    }

    /** What {@link #toExecutors} sent; empty when there are no copies in the application. */
    public static Optional<ShuffleSettings> fromDriver(Map<String, String> sent) {
        return Optional.ofNullable(sent.get(ON))
                .map(mode -> new ShuffleSettings(
                        Mode.of(mode), Optional.ofNullable(sent.get(MEMORY)).map(Long::valueOf), PlantedFault.NONE));
    }
}
