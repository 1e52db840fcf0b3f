// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects what the events of one application tell. */
final class Application {
    private static final int MOST_PARTITIONS = 1_000_000;
    private static final int MOST_STAGES = 10_000_000;

    private final Map<Integer, JobSeen> jobs = new TreeMap<>();
    private final Map<Integer, StageSeen> stages = new TreeMap<>();
    private String id = "";
    private String name = "";

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    Map<Integer, JobSeen> jobs() {
        return jobs;
    }

    Map<Integer, StageSeen> stages() {
        return stages;
    }

    /** @throws IllegalArgumentException that says what is wrong */
    void event(JsonNode event) {
        switch (event.path("Event").asText()) {
            case "SparkListenerApplicationStart" -> {
                name = event.path("App Name").asText("");
                id = event.path("App ID").asText("");
            }
            case "SparkListenerJobStart" -> jobStart(event);
            case "SparkListenerJobEnd" ->
                jobs.computeIfPresent(
                        number(event, "Job ID"),
                        (unused, job) -> job.ended(event.path("Completion Time").asLong()));
            case "SparkListenerTaskEnd" -> taskEnd(event);
            default -> {
                // Nothing of it is needed.
            }
        }
    }

    private void jobStart(JsonNode event) {
        int job = number(event, "Job ID");
        JsonNode properties = event.path("Properties");
        String query = properties
                .path("spark.sql.execution.root.id")
                .asText(properties.path("spark.sql.execution.id").asText(""));
        String pool = properties.path("spark.scheduler.pool").asText("");
        jobs.put(
                job,
                new JobSeen(
                        job,
                        event.path("Submission Time").asLong(),
                        Long.MAX_VALUE,
                        pool.isBlank() ? "default" : pool,
                        query));
        for (JsonNode stage : event.path("Stage Infos")) {
            int stageId = number(stage, "Stage ID");
            List<Integer> parents = new ArrayList<>();
            stage.path("Parent IDs").forEach(parent -> parents.add(parent.asInt(-1)));
            int dataSet = stage.path("RDD Info").path(0).path("RDD ID").asInt(-1);
            if (stages.size() > MOST_STAGES) {
                throw new IllegalArgumentException("more than " + MOST_STAGES + " stages");
            }
            stages.putIfAbsent(stageId, new StageSeen(stageId, dataSet, parents, job));
        }
    }

    private void taskEnd(JsonNode event) {
        StageSeen stage = stages.get(number(event, "Stage ID"));
        JsonNode metrics = event.path("Task Metrics");
        boolean well = event.path("Task End Reason").path("Reason").asText().equals("Success");
        if (stage == null || !well || !metrics.isObject()) {
            return;
        }
        JsonNode info = event.path("Task Info");
        int partition = info.path("Partition ID").asInt(-1);
        partition = partition >= 0 ? partition : number(info, "Index");
        if (partition < 0 || partition >= MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    "Task Info.Partition ID: " + partition + " is not a number from 0 to " + (MOST_PARTITIONS - 1));
        }
        if (!stage.end(partition)) {
            return;
        }
        stage.makesShuffle |= event.path("Task Type").asText().equals("ShuffleMapTask");
        JsonNode fetched = metrics.path("Shuffle Read Metrics");
        stage.read(partition, amount(fetched, "Remote Bytes Read") + amount(fetched, "Local Bytes Read"));
        stage.readBytes += amount(metrics.path("Input Metrics"), "Bytes Read");
        stage.shuffleWrittenBytes += amount(metrics.path("Shuffle Write Metrics"), "Shuffle Bytes Written");
        stage.writtenBytes += amount(metrics.path("Output Metrics"), "Bytes Written");
        stage.computeSeconds += amount(metrics, "Executor CPU Time") / 1e9;
        stage.startSeconds += amount(metrics, "Executor Deserialize CPU Time") / 1e9;
    }

    private static int number(JsonNode event, String key) {
        JsonNode value = event.path(key);
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw new IllegalArgumentException(key + ": a whole number is expected");
        }
        return value.intValue();
    }

    /** At most 10^15: sums of a stage's tasks stay exact. */
    private static long amount(JsonNode metrics, String key) {
        long amount = metrics.path(key).asLong();
        if (amount < 0 || amount > 1_000_000_000_000_000L) {
            throw new IllegalArgumentException(key + ": " + amount + " is not a number from 0 to 10^15");
        }
        return amount;
    }
}
