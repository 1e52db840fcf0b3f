// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.IntSupplier;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.log.Task.Times;
import org.fairlead.diagnosis.log.Task.Volumes;

/** Reads {@code SparkListenerTaskEnd}, of Spark 2.1 to 4.x. */
final class TaskEndEvent {
    /** Ten years: a longer task is no measurement. */
    private static final long LONGEST_MILLIS = 315_360_000_000L;

    private static final int MOST_PARTITIONS = 100_000_000;
    private static final long MOST = 1_000_000_000_000_000_000L;
    private static final double NANOS_PER_MILLI = 1e6;

    private TaskEndEvent() {}

    /**
     * @param executor its place among those of the application; asked for when all else is as it should be
     * @throws IllegalArgumentException that says what is wrong
     */
    static Task read(JsonNode event, IntSupplier executor) {
        JsonNode info = event.path("Task Info");
        JsonNode metrics = event.path("Task Metrics");
        long launch = time(info, "Launch Time");
        long finish = time(info, "Finish Time");
        if (launch <= 0) {
            throw new IllegalArgumentException("Task Info.Launch Time: a time in milliseconds is expected");
        }
        int total = millis(Math.max(0, finish - launch));
        long result = amount(info, "Getting Result Time");
        JsonNode fetched = metrics.path("Shuffle Read Metrics");
        JsonNode written = metrics.path("Shuffle Write Metrics");
        JsonNode input = metrics.path("Input Metrics");
        Times times = new Times(
                total,
                Math.min(total, millis(amount(metrics, "Executor Run Time"))),
                (float) (amount(metrics, "Executor CPU Time") / NANOS_PER_MILLI),
                millis(amount(metrics, "JVM GC Time")),
                millis(amount(fetched, "Fetch Wait Time")),
                (float) (amount(written, "Shuffle Write Time") / NANOS_PER_MILLI),
                result > 0 ? (int) Math.min(total, Math.max(0, finish - result)) : 0,
                scan(info.path("Accumulables")),
                millis(amount(fetched, "Remote Requests Duration")));
        Volumes volumes = new Volumes(
                bytes(input, "Bytes Read"),
                bytes(fetched, "Remote Bytes Read"),
                bytes(fetched, "Local Bytes Read"),
                bytes(written, "Shuffle Bytes Written"),
                bytes(metrics, "Disk Bytes Spilled"),
                bytes(metrics.path("Output Metrics"), "Bytes Written"));
        boolean reads = volumes.input() > 0 || amount(input, "Records Read") > 0 || times.scan() > 0;
        boolean local = info.path("Locality").asText().equals("NODE_LOCAL");
        int partition = partition(info);
        return new Task(partition, executor.getAsInt(), outcome(event, info), local, reads, launch, times, volumes);
    }

    /** Whether it is of a task whose end was told before: its executor was lost with its map output, and it is about to be run again. */
    static boolean isSaidAgain(JsonNode event) {
        return event.path("Task End Reason").path("Reason").asText().equals("Resubmitted");
    }

    private static Outcome outcome(JsonNode event, JsonNode info) {
        JsonNode reason = event.path("Task End Reason");
        String kind = reason.path("Reason").asText();
        if (kind.equals("Success")) {
            return Outcome.ENDED_WELL;
        }
        boolean overtaken = kind.equals("TaskKilled")
                && !info.path("Speculative").asBoolean()
                && reason.path("Kill Reason").asText().contains("another attempt succeeded");
        return overtaken ? Outcome.OVERTAKEN : Outcome.THROWN_AWAY;
    }

    private static int partition(JsonNode info) {
        long partition = info.path("Partition ID").asLong(-1);
        partition = partition >= 0 ? partition : info.path("Index").asLong(-1);
        if (partition < 0 || partition >= MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    "Task Info.Index: " + partition + " is not a number from 0 to " + (MOST_PARTITIONS - 1));
        }
        return (int) partition;
    }

    /** Updates of SQL metrics are text in most versions, and numbers in others. */
    private static float scan(JsonNode accumulables) {
        double millis = 0;
        for (JsonNode each : accumulables) {
            if (each.path("Name").asText().equals("scan time")) {
                millis += Math.max(0, each.path("Update").asDouble(0));
            }
        }
        return millis <= LONGEST_MILLIS ? (float) millis : 0;
    }

    private static float bytes(JsonNode node, String key) {
        return (float) amount(node, key);
    }

    private static int millis(long value) {
        return (int) Math.min(value, Integer.MAX_VALUE);
    }

    /** A time in milliseconds, or 0. Without the times of its launch and its end there is no task. */
    private static long time(JsonNode node, String key) {
        if (node.path(key).asLong(0) < 0) {
            throw refused(node, key);
        }
        return amount(node, key);
    }

    /** What a metric says, in its own unit. One below 0, as of a clock that was set back, says nothing; the others of its task count. */
    private static long amount(JsonNode node, String key) {
        JsonNode value = node.path(key);
        long amount = value.asLong(0);
        if (amount > MOST || value.isBigInteger()) {
            throw refused(node, key);
        }
        return Math.max(0, amount);
    }

    private static IllegalArgumentException refused(JsonNode node, String key) {
        return new IllegalArgumentException(key + ": " + node.path(key).asText() + " is not a number from 0 to 10^18");
    }
}
