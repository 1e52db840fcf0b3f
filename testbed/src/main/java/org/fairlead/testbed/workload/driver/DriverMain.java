package org.fairlead.testbed.workload.driver;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.split;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** Runs one request after the other in one Spark application. */
public final class DriverMain {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long EXECUTORS_WITHIN_MILLIS = 110_000;
    private static final long LISTENERS_WITHIN_MILLIS = 10_000;

    private final SparkSession session;
    private final TaskLog tasks;

    private DriverMain(SparkSession session, TaskLog tasks) {
        this.session = session;
        this.tasks = tasks;
    }

    /** @param args the number of executors to wait for */
    public static void main(String[] args) throws Exception {
        PrintStream replies = System.out;
        System.setOut(System.err);
        SparkSession session = SparkSession.builder().getOrCreate();
        TaskLog tasks = new TaskLog();
        session.sparkContext().addSparkListener(tasks);
        awaitExecutors(session, Integer.parseInt(args[0]));
        DriverMain driver = new DriverMain(session, tasks);
        replies.println("{\"ready\":true}");
        replies.flush();
        try (BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                replies.println(JSON.writeValueAsString(driver.answer(JSON.readValue(line, DriverRequest.class))));
                replies.flush();
            }
        }
        session.stop();
    }

    private static void awaitExecutors(SparkSession session, int wanted) throws InterruptedException {
        long deadline = System.currentTimeMillis() + EXECUTORS_WITHIN_MILLIS;
        // The driver counts as one.
        while (session.sparkContext().statusTracker().getExecutorInfos().length < wanted + 1) {
            if (System.currentTimeMillis() > deadline || session.sparkContext().isStopped()) {
                throw new IllegalStateException("fewer than " + wanted + " executors registered");
            }
            Thread.sleep(100);
        }
    }

    private DriverReply answer(DriverRequest request) {
        tasks.take();
        long startMillis = System.currentTimeMillis();
        long start = System.nanoTime();
        try {
            Result result =
                    switch (request.operation()) {
                        case "query" -> query(request);
                        case "sort" -> sort(request);
                        case "word-count" -> wordCount(request);
                        default -> throw new IllegalArgumentException("no operation " + request.operation());
                    };
            double seconds = (System.nanoTime() - start) / 1e9;
            session.sparkContext().listenerBus().waitUntilEmpty(LISTENERS_WITHIN_MILLIS);
            return new DriverReply(
                    "", startMillis, seconds, result.rows(), result.digest(), result.jobs(), tasks.take());
        } catch (Exception e) {
            e.printStackTrace();
            return new DriverReply(
                    request.operation() + " " + request.name() + " failed: " + e,
                    startMillis,
                    0,
                    0,
                    "",
                    Map.of(),
                    tasks.take());
        }
    }

    private record Result(long rows, String digest, Map<String, Double> jobs) {
        Result(long rows, String digest) {
            this(rows, digest, Map.of());
        }
    }

    private Result query(DriverRequest request) {
        TpchQueries.Query query = TpchQueries.QUERIES.get(request.name());
        for (String table : query.tables()) {
            session.read()
                    .schema(TpchQueries.SCHEMAS.get(table))
                    .option("sep", "|")
                    .csv(request.inputs().get(table))
                    .createOrReplaceTempView(table);
        }
        List<Row> rows = session.sql(query.sql()).collectAsList();
        return new Result(rows.size(), RowDigest.of(rows));
    }

    /** All inputs at the same time, each by a job of its own; the result's "rows" are the bytes that all wrote. */
    private Result sort(DriverRequest request) throws IOException, InterruptedException {
        Map<String, FutureTask<Double>> jobs = new LinkedHashMap<>();
        request.inputs().forEach((name, input) -> {
            long delayMillis = Math.round(1000 * request.delays().get(name));
            FutureTask<Double> job = new FutureTask<>(() -> {
                Thread.sleep(delayMillis);
                return sorted(input, request.output() + "/" + name);
            });
            jobs.put(name, job);
            new Thread(job, name).start();
        });
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (Map.Entry<String, FutureTask<Double>> job : jobs.entrySet()) {
            try {
                seconds.put(job.getKey(), job.getValue().get());
            } catch (ExecutionException e) {
                throw new IllegalStateException(job.getKey() + ": " + e.getCause(), e.getCause());
            }
        }
        Path output = new Path(request.output());
        long bytes = output.getFileSystem(session.sparkContext().hadoopConfiguration())
                .getContentSummary(output)
                .getLength();
        return new Result(bytes, "", seconds);
    }

    /** Whole lines in order, written back; returns how long that took. */
    private double sorted(String input, String output) {
        long start = System.nanoTime();
        session.read()
                .text(input)
                .sort(col("value"))
                .write()
                .mode(SaveMode.Overwrite)
                .text(output);
        return (System.nanoTime() - start) / 1e9;
    }

    private Result wordCount(DriverRequest request) {
        List<Row> rows = session.read()
                .text(request.inputs().get("word-count"))
                .select(explode(split(col("value"), " ")).as("word"))
                .groupBy("word")
                .count()
                .collectAsList();
        return new Result(rows.size(), RowDigest.of(rows));
    }
}
