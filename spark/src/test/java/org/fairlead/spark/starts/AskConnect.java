// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A client of Spark Connect: has a server count a file's words again and again, and writes what came out to a file. */
public final class AskConnect {
    private static final int ROUNDS = 3;

    private AskConnect() {}

    /** @param args the server's address; the words, one a line; the file to be written */
    public static void main(String[] args) throws IOException {
        List<String> counts = new ArrayList<>();
        SparkSession spark = SparkSession.builder().remote("sc://" + args[0]).create();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                Object rows = spark.read()
                        .text(args[1])
                        .groupBy("value")
                        .count()
                        .orderBy("value")
                        .collect();
                for (Row row : (Row[]) rows) {
                    counts.add(row.getString(0) + "," + row.getLong(1));
                }
            }
        } finally {
            spark.close();
        }
        Files.write(Path.of(args[2]), counts);
    }
}
