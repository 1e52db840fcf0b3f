// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart;

/**
 * Decides what a stage is called: by its job's description, else by its query's, else by Spark's own name of it, which under SQL is often the name of
 * a thread. Of the listener bus's thread alone.
 */
final class StageNames {
    private static final String JOB_DESCRIPTION = "spark.job.description";
    private static final String EXECUTION = "spark.sql.execution.id";
    private static final int MOST_QUERIES = 1000;
    private static final int LONGEST = 400;

    private final Map<String, String> queries = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST_QUERIES;
        }
    };
    private boolean withoutSql;

    /** An event that is none of Spark's core: a query begins. */
    void take(SparkListenerEvent event) {
        if (withoutSql) {
            return;
        }
        try {
            if (event instanceof SparkListenerSQLExecutionStart start) {
                queries.put(Long.toString(start.executionId()), start.description());
            }
        } catch (LinkageError e) {
            withoutSql = true; // this Spark has no SQL, or another one
        }
    }

    /**
     * @param properties of the stage's job; may be null
     * @param sparks name of it
     */
    String of(Properties properties, String sparks) {
        String name = sparks;
        if (properties != null) {
            String query = queries.get(properties.getProperty(EXECUTION, ""));
            name = said(properties.getProperty(JOB_DESCRIPTION), said(query, sparks));
        }
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST - 1) + "…";
    }

    private static String said(String text, String otherwise) {
        return text == null || text.isBlank() ? otherwise : text.strip();
    }
}
