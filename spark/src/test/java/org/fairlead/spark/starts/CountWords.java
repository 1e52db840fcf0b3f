// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * An application as users write them, which knows nothing of Fairlead: counts a file's words again and again, in SQL and by functions that
 * its executors have to fetch, and writes what came out to a file.
 */
public final class CountWords {
    private static final int ROUNDS = 3;
    private static final int PARTS = 8;

    private CountWords() {}

    /**
     * @param args the words, one a line; the file to be written on the driver's machine; another beside it gets the class by which tasks
     *     have read
     */
    public static void main(String[] args) throws IOException {
        List<String> counts = new ArrayList<>();
        List<String> readers;
        try (SparkSession spark = SparkSession.builder().appName("count words").getOrCreate()) {
            for (int round = 0; round < ROUNDS; round++) {
                counts.addAll(inSql(spark, args[0]));
                counts.addAll(byFunctions(spark, args[0]));
            }
            readers = readers(spark, args[0]);
        }
        Files.write(Path.of(args[1]), counts);
        Files.write(Path.of(args[1] + ".readers"), readers);
    }

    private static List<String> inSql(SparkSession spark, String file) {
        List<Row> rows = spark.read()
                .text(file)
                .groupBy("value")
                .count()
                .orderBy("value")
                .collectAsList();
        return rows.stream().map(row -> row.getString(0) + "," + row.getLong(1)).toList();
    }

    private static List<String> byFunctions(SparkSession spark, String file) {
        return JavaSparkContext.fromSparkContext(spark.sparkContext())
                .textFile(file, PARTS)
                .mapToPair(word -> new Tuple2<>(word, 1))
                .reduceByKey(Integer::sum, 4)
                .collectAsMap()
                .entrySet()
                .stream()
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .map(entry -> entry.getKey() + "," + entry.getValue())
                .toList();
    }

    /** Hadoop makes one object for all readers of a process, which whoever asks gets. */
    private static List<String> readers(SparkSession spark, String file) {
        URI files = URI.create(file);
        return JavaSparkContext.fromSparkContext(spark.sparkContext())
                .textFile(file, PARTS)
                .mapPartitions(lines -> {
                    Class<?> reader =
                            FileSystem.get(files, new Configuration(false)).getClass();
                    return lines.hasNext() ? List.of(reader.getName()).iterator() : Collections.emptyIterator();
                })
                .distinct()
                .collect();
    }
}
