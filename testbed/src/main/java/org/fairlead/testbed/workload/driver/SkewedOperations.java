// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Operations on rows whose keys are skewed. What they give is counted and digested where it is, by sums of hashes that do not depend on any
 * order, so that nothing but the shuffle crosses the network.
 */
final class SkewedOperations {
    /** Below 2^31, so that no sum of any number of rows that fits a machine overflows. */
    private static final String HASH = "pmod(xxhash64(%s), 2147483647L)";

    private final SparkSession session;

    /** In a session of its own, which removes the files of a shuffle when the job that made it ends: where they are in memory, they take it from others. */
    SkewedOperations(SparkSession parent) {
        session = parent.newSession();
        session.conf().set("spark.sql.classic.shuffleDependency.fileCleanup.enabled", true);
    }

    DriverAnswer run(DriverRequest.Job job) throws InterruptedException {
        Dataset<Row> rows = session.read()
                .schema("key INT, payload STRING")
                .option("sep", "|")
                .csv(job.inputs().get("rows"));
        return switch (SkewedOperation.named(job.query())) {
            case SORT -> sort(rows);
            case AGGREGATE -> aggregate(rows);
            case JOIN -> join(rows, job.keys(), "inner");
            case OUTER_JOIN -> join(rows, job.keys(), "full_outer");
        };
    }

    private static DriverAnswer sort(Dataset<Row> rows) throws InterruptedException {
        Observation passed = new Observation();
        rows.repartition(col("key"))
                .sortWithinPartitions("key")
                .observe(
                        passed,
                        count(lit(1)).as("rows"),
                        sum(hash("key, payload")).as("hash"))
                .write()
                .format("noop")
                .mode(SaveMode.Overwrite)
                .save();
        Map<String, Object> sums = passed.getAsJava();
        return sums(RowFactory.create(sums.get("rows"), sums.get("hash")));
    }

    private static DriverAnswer aggregate(Dataset<Row> rows) {
        List<Row> lists = rows.groupBy("key")
                .agg(collect_list("payload").as("payloads"))
                .select(
                        col("key"),
                        expr("size(payloads)").as("rows"),
                        expr("aggregate(payloads, 0L, (sum, payload) -> sum + " + HASH.formatted("payload") + ")"))
                .collectAsList();
        return new DriverAnswer(lists.stream().mapToLong(list -> list.getInt(1)).sum(), lists);
    }

    private DriverAnswer join(Dataset<Row> rows, int keys, String type) {
        Dataset<Row> labels = session.range(0, keys)
                .select(
                        col("id").cast("INT").as("key"),
                        expr("sha2(CAST(id AS STRING), 256)").as("label"))
                .hint("merge");
        return sums(rows.join(labels, new String[] {"key"}, type)
                .agg(count(col("payload")), sum(hash("key, payload, label")), count(lit(1)))
                .first());
    }

    private static DriverAnswer sums(Row row) {
        return new DriverAnswer(row.getLong(0), List.of(row));
    }

    private static Column hash(String columns) {
        return expr(HASH.formatted(columns));
    }
}
