// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.workload.SparkApplication;
import org.fairlead.testbed.workload.driver.DriverReply;
import org.fairlead.testbed.workload.driver.DriverRequest;

/** TPC-H queries, one after the other in one Spark application, until it is closed. */
final class SteadyQueries implements AutoCloseable {
    static final List<String> NAMES = List.of("q6", "q1", "q12");

    private static final Duration STARTS_WITHIN = Duration.ofMinutes(4);
    private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(4);
    private static final long PAUSE_MILLIS = 1000;

    private final ChaosStand stand;
    private final HistoryWriter journal;
    private final Map<String, String> tables;
    private final Thread thread = new Thread(this::run, "queries");
    private volatile SparkApplication application;
    private volatile boolean closed;
    private int applications = 1;
    private final AtomicInteger answered = new AtomicInteger();

    private SteadyQueries(
            ChaosStand stand, HistoryWriter journal, Map<String, String> tables, SparkApplication application) {
        this.stand = stand;
        this.journal = journal;
        this.tables = tables;
        this.application = application;
        thread.setDaemon(true);
    }

    /**
     * Asks every query of stock Spark first, which is then gone: its answers are the right ones.
     *
     * @param tables URI of each table's directory
     */
    static SteadyQueries prepare(
            ChaosStand stand, HistoryWriter journal, Map<String, String> tables, Progress progress) {
        progress.step("what the answers are, by stock Spark");
        try (SparkApplication stock = SparkApplication.start(stand.spark(), Contender.stock(), stand.hdfs(), 0)
                .awaitReady(STARTS_WITHIN)) {
            for (String name : NAMES) {
                journal.now("answer", Map.of("name", name, "digest", ask(stock, name, tables)));
            }
        }
        progress.step("starting the Spark application of " + stand.contender().name());
        SparkApplication own = SparkApplication.start(stand.spark(), stand.contender(), stand.hdfs(), 1)
                .awaitReady(STARTS_WITHIN);
        SteadyQueries queries = new SteadyQueries(stand, journal, tables, own);
        for (String name : NAMES) {
            queries.one(name); // its code is compiled when faults begin
        }
        return queries;
    }

    void start() {
        thread.start();
    }

    /** The driver's processes. */
    List<ProcessHandle> driver() {
        return application.processes();
    }

    int answered() {
        return answered.get();
    }

    private void run() {
        try {
            for (int i = 0; !closed; i++) {
                one(NAMES.get(i % NAMES.size()));
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void one(String name) {
        double start = journal.now();
        String digest = "";
        String error = "";
        try {
            digest = ask(application, name, tables);
            answered.incrementAndGet();
        } catch (ClusterException e) {
            error = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        }
        if (closed && !error.isEmpty()) {
            return; // it was ended while it was asked
        }
        Map<String, Object> line = new TreeMap<>();
        line.put("event", "query");
        line.put("name", name);
        line.put("start", start);
        line.put("end", journal.now());
        line.put("digest", digest);
        line.put("error", error);
        journal.write(line);
        if (application.processes().stream().noneMatch(ProcessHandle::isAlive)) {
            startAgain();
        }
    }

    /** As whoever submits an application does when it has died. */
    private void startAgain() {
        application = SparkApplication.start(stand.spark(), stand.contender(), stand.hdfs(), ++applications);
        application.awaitReady(STARTS_WITHIN);
    }

    private static String ask(SparkApplication application, String query, Map<String, String> tables) {
        DriverReply reply = application.run(
                new DriverRequest(List.of(DriverRequest.Job.query(query, query, tables))), ANSWERS_WITHIN);
        DriverReply.Done done = reply.jobs().get(0);
        return done.rows() + " rows " + done.digest();
    }

    /** Waits for the answer to the query that runs. */
    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join(ANSWERS_WITHIN.toMillis());
        application.close();
    }
}
