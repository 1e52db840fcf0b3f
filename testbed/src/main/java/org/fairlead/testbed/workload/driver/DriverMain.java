// SPDX-License-Identifier: Apache-2.0
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** Runs one request after the other in one Spark application; the jobs of a request at the same time. */
public final class DriverMain {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** One of the words that texts are made of. */
    private static final String SOUGHT = "5tg5q ";

    private static final long EXECUTORS_WITHIN_MILLIS = 110_000;
    private static final long LISTENERS_WITHIN_MILLIS = 10_000;

    private final SparkSession session;
    private final TaskLog tasks;
    private final PrefetchCounts prefetch = new PrefetchCounts();
    private SkewedOperations skewed;

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
        if (request.jobs().isEmpty()) {
            System.gc(); // upon which Spark removes broadcast variables and map output of queries that are over
            return new DriverReply(
                    "", startMillis, List.of(), List.of(), Map.of()); // what is counted is the next one's
        }
        try (SlowHostWatch slowHosts = SlowHostWatch.start()) {
            List<DriverReply.Done> done = together(request.jobs());
            session.sparkContext().listenerBus().waitUntilEmpty(LISTENERS_WITHIN_MILLIS);
            Map<String, Long> counts = prefetch.take();
            counts.putAll(slowHosts.counts());
            return new DriverReply("", startMillis, done, tasks.take(), counts);
        } catch (Exception e) {
            e.printStackTrace();
            return new DriverReply("" + e.getMessage(), startMillis, List.of(), tasks.take(), prefetch.take());
        }
    }

    /** All at the same time; waits for each, also when another one has failed. */
    private List<DriverReply.Done> together(List<DriverRequest.Job> jobs) throws InterruptedException {
        Map<String, FutureTask<DriverReply.Done>> running = new LinkedHashMap<>();
        for (DriverRequest.Job job : jobs) {
            FutureTask<DriverReply.Done> task = new FutureTask<>(() -> done(job));
            running.put(job.operation() + " " + job.name(), task);
            new Thread(task, job.name()).start();
        }
        List<DriverReply.Done> done = new ArrayList<>();
        List<IllegalStateException> failures = new ArrayList<>();
        for (Map.Entry<String, FutureTask<DriverReply.Done>> each : running.entrySet()) {
            try {
                done.add(each.getValue().get());
            } catch (ExecutionException e) {
                failures.add(new IllegalStateException(each.getKey() + " failed: " + e.getCause(), e.getCause()));
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        return done;
    }

    private DriverReply.Done done(DriverRequest.Job job) throws InterruptedException, IOException {
        Thread.sleep(Math.round(1000 * job.delaySeconds()));
        if (!job.pool().isEmpty()) {
            // Of this thread, and of those that Spark starts for it.
            session.sparkContext().setLocalProperty("spark.scheduler.pool", job.pool());
        }
        long start = System.nanoTime();
        DriverAnswer answer =
                switch (job.operation()) {
                    case "query" -> DriverAnswer.of(query(job));
                    case "sort" -> DriverAnswer.of(sort(job));
                    case "word-count" -> DriverAnswer.of(wordCount(job));
                    case "search" -> DriverAnswer.of(search(job));
                    case "skewed" -> skewed().run(job);
                    default -> throw new IllegalArgumentException("no operation " + job.operation());
                };
        double seconds = (System.nanoTime() - start) / 1e9;
        return job.output().isEmpty()
                ? new DriverReply.Done(job.name(), seconds, answer.rows(), RowDigest.of(answer.digested()))
                : new DriverReply.Done(job.name(), seconds, bytes(new Path(job.output())), "");
    }

    /** Made when first asked for: it takes a moment that others need not wait for. */
    private synchronized SkewedOperations skewed() {
        if (skewed == null) {
            skewed = new SkewedOperations(session);
        }
        return skewed;
    }

    private long bytes(Path directory) throws IOException {
        return directory
                .getFileSystem(session.sparkContext().hadoopConfiguration())
                .getContentSummary(directory)
                .getLength();
    }

    private List<Row> query(DriverRequest.Job job) {
        TpchQueries.Query query = TpchQueries.QUERIES.get(job.query());
        for (String table : query.tables()) {
            session.read()
                    .schema(TpchQueries.SCHEMAS.get(table))
                    .option("sep", "|")
                    .csv(job.inputs().get(table))
                    .createOrReplaceTempView(table);
        }
        return session.sql(query.sql()).collectAsList();
    }

    /** Whole lines in order, written back. */
    private List<Row> sort(DriverRequest.Job job) {
        session.read()
                .text(job.inputs().get("text"))
                .sort(col("value"))
                .write()
                .mode(SaveMode.Overwrite)
                .text(job.output());
        return List.of();
    }

    /** Lines that begin with a word. By expressions of SQL alone: executors have no class of ours. */
    private List<Row> search(DriverRequest.Job job) {
        return session.read()
                .text(job.inputs().get("text"))
                .filter(col("value").startsWith(SOUGHT))
                .collectAsList();
    }

    private List<Row> wordCount(DriverRequest.Job job) {
        return session.read()
                .text(job.inputs().get("text"))
                .select(explode(split(col("value"), " ")).as("word"))
                .groupBy("word")
                .count()
                .collectAsList();
    }
}
