// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.io.IOException;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** A user's application, for the quick start: writes some text to HDFS, in two stages of a second and more, and counts lines in it many times. */
public final class QuickStartJob {
    private static final long LINES = 2_000_000;
    private static final int TASKS = 16;
    private static final int FILES = 4;

    private QuickStartJob() {}

    /** @param args where to write, how often to read */
    public static void main(String[] args) throws IOException {
        try (SparkSession spark = SparkSession.builder().appName("quick-start").getOrCreate()) {
            spark.range(0, LINES, 1, TASKS)
                    .selectExpr("cast(id as string) as value")
                    .repartition(FILES)
                    .write()
                    .mode(SaveMode.Overwrite)
                    .text(args[0]);
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                long lines = spark.read().text(args[0]).count();
                if (lines != LINES) {
                    throw new IllegalStateException(lines + " lines were read, not " + LINES);
                }
            }
        }
    }
}
