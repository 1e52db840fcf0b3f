package org.fairlead.testbed.workload.driver;

import java.util.Map;

/**
 * Work for the driver.
 *
 * @param operation {@code query}, {@code sort} or {@code word-count}
 * @param name the query's name, such as {@code q6}; otherwise free
 * @param inputs URI of each table's directory by table name; {@code text} for sort and word count
 * @param output URI of the directory that sort writes; empty otherwise
 */
public record DriverRequest(String operation, String name, Map<String, String> inputs, String output) {}
