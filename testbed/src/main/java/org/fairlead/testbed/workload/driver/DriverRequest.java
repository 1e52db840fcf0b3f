package org.fairlead.testbed.workload.driver;

import java.util.Map;

/**
 * Work for the driver.
 *
 * @param operation {@code query}, {@code sort} or {@code word-count}
 * @param name the query's name, such as {@code q6}; otherwise free
 * @param inputs URI of each table's directory by table name; for sort a text for each job, for word count one
 * @param output URI of the directory below which sort writes, each job a directory; empty otherwise
 * @param delays seconds after which each sort starts, by job; empty otherwise
 */
public record DriverRequest(
        String operation, String name, Map<String, String> inputs, String output, Map<String, Double> delays) {
    public static DriverRequest query(String name, Map<String, String> tables) {
        return new DriverRequest("query", name, tables, "", Map.of());
    }

    public static DriverRequest sort(Map<String, String> texts, String output, Map<String, Double> delays) {
        return new DriverRequest("sort", "sort", texts, output, delays);
    }

    public static DriverRequest wordCount(Map<String, String> texts) {
        return new DriverRequest("word-count", "word-count", texts, "", Map.of());
    }
}
