// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a log says of executors' memory. An executor, its resource profile and its block manager are added in any order, so it is put together at the end.
 *
 * <p>Since Spark 3.1 an executor's heap is that of its resource profile. Before, and where a log has no profiles, {@code spark.executor.memory} says it, if it was set. A driver that runs tasks itself is no matter of profiles: only
 * {@code spark.driver.memory} says its heap.
 */
final class MemoryEvents {
    static final String OF_EXECUTORS = "spark.executor.memory";
    static final String OF_DRIVER = "spark.driver.memory";

    private static final int MOST = 1_000_000;
    private static final long MEBIBYTE = 1L << 20;
    private static final double MOST_BYTES = 0x1p50;
    private static final int DEFAULT_PROFILE = 0;
    /** As Spark writes sizes; without a unit they are mebibytes. */
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})(b|[kmgtp]b?)?");

    private static final String UNITS = "bkmgtp";

    /** Unified memory in bytes, by executor. */
    private final Map<String, Long> unified = new HashMap<>();
    /** By executor, those of another profile than the default. */
    private final Map<String, Integer> profiles = new HashMap<>();
    /** In bytes, by resource profile. */
    private final Map<Integer, Long> heaps = new HashMap<>();

    void blockManagerAdded(JsonNode event) {
        long bytes = bounded(event.path("Maximum Memory").asDouble(0));
        if (bytes > 0 && unified.size() < MOST) {
            unified.put(event.path("Block Manager ID").path("Executor ID").asText(""), bytes);
        }
    }

    void profileAdded(JsonNode event) {
        double mebibytes = event.path("Executor Resource Requests")
                .path("memory")
                .path("Amount")
                .asDouble(0);
        long bytes = bounded(mebibytes * MEBIBYTE);
        if (bytes > 0 && heaps.size() < MOST) {
            heaps.put(event.path("Resource Profile Id").asInt(DEFAULT_PROFILE), bytes);
        }
    }

    /** @param info {@code Executor Info} of the event */
    void executorAdded(String executor, JsonNode info) {
        int profile = info.path("Resource Profile Id").asInt(DEFAULT_PROFILE);
        if (profile != DEFAULT_PROFILE && profiles.size() < MOST) {
            profiles.put(executor, profile);
        }
    }

    /** @param properties Spark's */
    ExecutorMemory of(ExecutorLog executor, Map<String, String> properties) {
        return new ExecutorMemory(heap(executor, properties), unified.getOrDefault(executor.id(), 0L));
    }

    private long heap(ExecutorLog executor, Map<String, String> properties) {
        if (executor.isDriver()) {
            return bytes(properties.getOrDefault(OF_DRIVER, ""));
        }
        int profile = profiles.getOrDefault(executor.id(), DEFAULT_PROFILE);
        long said = heaps.getOrDefault(profile, 0L);
        return said == 0 && profile == DEFAULT_PROFILE ? bytes(properties.getOrDefault(OF_EXECUTORS, "")) : said;
    }

    /** {@code 4g}, {@code 47016m}, {@code 1024}; 0 for what is no size. */
    private static long bytes(String size) {
        Matcher matcher = SIZE.matcher(size.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return 0;
        }
        String unit = matcher.group(2);
        double each = unit == null ? MEBIBYTE : Math.pow(1024, UNITS.indexOf(unit.charAt(0)));
        return bounded(Double.parseDouble(matcher.group(1)) * each);
    }

    /** No executor has more than a pebibyte. */
    private static long bounded(double bytes) {
        return bytes >= 1 && bytes <= MOST_BYTES ? (long) bytes : 0;
    }
}
