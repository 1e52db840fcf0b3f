package org.fairlead.testbed.workload.driver;

import java.util.Map;

/**
 * Work for the driver.
 *
 * @param operation {@code query}, {@code sort} or {@code word-count}
 * @param name the query's name, such as {@code q6}; otherwise free
 * @param inputs URI of each table's directory by table name; for sort a text for each job, for word count one
 * @param output URI of the directory below which sort writes, each job a directory; empty otherwise
 */
public record DriverRequest(String operation, String name, Map<String, String> inputs, String output) {}
