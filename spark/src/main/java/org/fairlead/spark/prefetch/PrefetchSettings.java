// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.plugin.PlantedFault;

/**
 * What Spark's configuration says of fetching ahead.
 *
 * @param mode {@link Mode#OFF}: nothing of it is there in this application
 * @param memoryBytes that each executor may use; empty: by {@link #memoryBytes(long)}
 * @param objects whether those of a store are fetched, too
 * @param objectPartBytes of an object that are asked for with one request at most; whole chunks of memory
 * @param faultText what a drill plants in front of each read that could be answered from memory
 */
public record PrefetchSettings(
        Mode mode, Optional<Long> memoryBytes, boolean objects, long objectPartBytes, String faultText) {
    private static final long FEWEST_BYTES = 1L << 20;
    private static final long MOST_BYTES = 256L << 20;
    private static final double SHARE = 0.05;
    private static final String MEMORY = "prefetch-memory";
    private static final String PART = "prefetch-part";
    private static final String FAULT = "prefetch-fault";

    /**
     * Reads every key, whatever others say.
     *
     * @throws IllegalArgumentException one sentence with key, value and what is accepted
     */
    public static PrefetchSettings from(Options conf) {
        Mode mode = conf.value("spark.fairlead.prefetch.mode", "off", Mode::of);
        Optional<Long> memory = conf.optional("spark.fairlead.prefetch.memory", PrefetchSettings::memory);
        String fault = conf.get("spark.fairlead.fault.prefetch", "none");
        Options.read("spark.fairlead.fault.prefetch", fault, PlantedFault::of);
        boolean objects = conf.value("spark.fairlead.prefetch.objects", "false", Options::truth);
        long part = conf.value("spark.fairlead.prefetch.objects.part", "8MiB", PrefetchSettings::part);
        return new PrefetchSettings(mode, memory, objects, part, fault);
    }

    private static long part(String text) {
        long bytes = Quantities.bytes(text);
        if (bytes < DirectMemory.CHUNK || bytes > 1L << 30) {
            throw new IllegalArgumentException("'" + text + "' is not from 64KiB to 1GiB");
        }
        return bytes / DirectMemory.CHUNK * DirectMemory.CHUNK;
    }

    private static long memory(String text) {
        long bytes = Quantities.bytes(text);
        if (bytes < FEWEST_BYTES || bytes > 1L << 40) {
            throw new IllegalArgumentException("'" + text + "' is not from 1MiB to 1024GiB");
        }
        return bytes;
    }

    /** @param executorBytes of the executor's heap */
    public long memoryBytes(long executorBytes) {
        return memoryBytes.orElse((long) Math.min(MOST_BYTES, SHARE * executorBytes));
    }

    /** What executors are sent when they start. */
    public Map<String, String> toExecutors() {
        Map<String, String> sent = new HashMap<>();
        sent.put(FAULT, faultText);
        sent.put(PART, Long.toString(objectPartBytes));
        memoryBytes.ifPresent(bytes -> sent.put(MEMORY, Long.toString(bytes)));
        return sent;
    }

    /** What {@link #toExecutors} sent; empty when nothing is fetched ahead in the application. */
    public static Optional<PrefetchSettings> fromDriver(Map<String, String> sent) {
        return sent.containsKey(FAULT)
                ? Optional.of(new PrefetchSettings(
                        Mode.ENFORCE,
                        Optional.ofNullable(sent.get(MEMORY)).map(Long::valueOf),
                        true,
                        Long.parseLong(sent.get(PART)),
                        sent.get(FAULT)))
                : Optional.empty();
    }

    /** What is planted. */
    PlantedFault fault() {
        return PlantedFault.of(faultText);
    }
}
