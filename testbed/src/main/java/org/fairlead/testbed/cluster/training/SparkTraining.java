package org.fairlead.testbed.cluster.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Spark SQL in one JVM: a standalone master and worker, then a query whose tasks run in this JVM too. */
public final class SparkTraining {
    private static final int LINES = 1000;

    private SparkTraining() {}

    /** @param args one argument: a directory that may be filled */
    public static void main(String[] args) throws IOException {
        Path table = Path.of(args[0], "table");
        Files.createDirectories(table);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append(i)
                    .append("|key")
                    .append(i % 7)
                    .append('|')
                    .append(i * 0.25)
                    .append("|1998-09-02\n");
        }
        Files.writeString(table.resolve("part"), lines);
        try {
            query("local-cluster[1,1,512]", table);
            query("local[2]", table);
            System.exit(0);
        } catch (IOException | RuntimeException e) {
            System.err.println("training failed: " + e);
            System.exit(1);
        }
    }

    private static void query(String master, Path table) throws IOException {
        try (SparkSession session = SparkSession.builder()
                .master(master)
                .appName("training")
                .config("spark.executor.memory", "512m")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config(
                        "spark.sql.warehouse.dir",
                        table.resolveSibling("warehouse").toString())
                .getOrCreate()) {
            session.read()
                    .schema("id INT, name STRING, price DOUBLE, day DATE")
                    .option("sep", "|")
                    .csv(table.toString())
                    .createOrReplaceTempView("t");
            session.sql("SELECT a.name, sum(a.price) s, count(*) c FROM t a JOIN t b ON a.id = b.id"
                            + " WHERE a.day <= date '1998-12-01' GROUP BY a.name ORDER BY s DESC LIMIT 5")
                    .collectAsList();
        }
    }
}
