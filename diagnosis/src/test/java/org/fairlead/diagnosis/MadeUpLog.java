// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/** An event log as a version of Spark writes it: two executors on two hosts, a stage that reads and one that fetches what it shuffled. */
public final class MadeUpLog {
    public static final long START = 1_700_000_000_000L;
    private static final int FLUSHED = 900;

    private final String version;
    private final List<String> lines = new ArrayList<>();
    private int tasks;

    private MadeUpLog(String version) {
        this.version = version;
    }

    /** Of Spark 2.4, 3.1, 3.5, 4.0 or 4.2. */
    public static List<String> lines(String version) {
        MadeUpLog log = new MadeUpLog(version);
        log.write();
        return log.lines;
    }

    public static byte[] bytes(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Packed as Spark does, so that what has happened can be read while the application runs. */
    public static byte[] packed(String codec, byte[] log) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = packing(codec, bytes)) {
            for (int at = 0; at < log.length; at += FLUSHED) {
                out.write(log, at, Math.min(FLUSHED, log.length - at));
                out.flush();
            }
        }
        return bytes.toByteArray();
    }

    private static OutputStream packing(String codec, OutputStream to) throws IOException {
        return switch (codec) {
            case "zstd" -> new ZstdOutputStream(to);
            case "lz4" -> new LZ4BlockOutputStream(to, 1 << 10);
            case "snappy" -> new SnappyOutputStream(to);
            case "gzip" -> new GZIPOutputStream(to, 512, true);
            default -> to;
        };
    }

    private boolean isAtLeast(String other) {
        return version.compareTo(other) >= 0;
    }

    private ObjectNode event(String name) {
        return JsonNodeFactory.instance.objectNode().put("Event", name);
    }

    private void add(ObjectNode event) {
        lines.add(event.toString());
    }

    private void write() {
        add(event("SparkListenerLogStart").put("Spark Version", version + ".1"));
        if (isAtLeast("3.1")) {
            add(event("SparkListenerResourceProfileAdded").put("Resource Profile Id", 0));
        }
        executor("1", "w1");
        executor("2", "w2");
        ObjectNode environment = event("SparkListenerEnvironmentUpdate");
        environment.putObject("Spark Properties").put("spark.master", "yarn").put("spark.plugins", "none");
        add(environment);
        add(event("SparkListenerApplicationStart")
                .put("App Name", "nightly")
                .put("App ID", "app-7")
                .put("Timestamp", START)
                .put("User", "somebody"));
        job();
        stage("SparkListenerStageSubmitted", 0, START + 100, 0);
        task(0, 0, "1", START + 200, 2000, Kind.READS);
        task(0, 1, "2", START + 200, 3000, Kind.READS);
        lines.add(
                "{\"Event\":\"org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveExecutionUpdate\",\"executionId\":1}");
        stage("SparkListenerStageCompleted", 0, START + 100, START + 3210);
        stage("SparkListenerStageSubmitted", 1, START + 3220, 0);
        task(1, 0, "1", START + 3300, 1500, Kind.FAILS);
        task(1, 0, "1", START + 4900, 1000, Kind.FETCHES);
        task(1, 1, "2", START + 3300, 1000, Kind.FETCHES);
        stage("SparkListenerStageCompleted", 1, START + 3220, START + 5910);
        add(event("SparkListenerJobEnd").put("Job ID", 0).put("Completion Time", START + 6000));
        add(event("SparkListenerApplicationEnd").put("Timestamp", START + 7000));
    }

    private void executor(String id, String host) {
        ObjectNode added =
                event("SparkListenerExecutorAdded").put("Timestamp", START + 10).put("Executor ID", id);
        added.putObject("Executor Info").put("Host", host).put("Total Cores", 2);
        add(added);
    }

    private void job() {
        ObjectNode job = event("SparkListenerJobStart").put("Job ID", 0).put("Submission Time", START + 90);
        job.putArray("Stage Infos").add(stageInfo(0, 0, 0)).add(stageInfo(1, 0, 0));
        job.putArray("Stage IDs").add(0).add(1);
        add(job);
    }

    private void stage(String name, int id, long submitted, long completed) {
        ObjectNode event = event(name);
        event.set("Stage Info", stageInfo(id, submitted, completed));
        add(event);
    }

    private static ObjectNode stageInfo(int id, long submitted, long completed) {
        ObjectNode info = JsonNodeFactory.instance
                .objectNode()
                .put("Stage ID", id)
                .put("Stage Attempt ID", 0)
                .put("Stage Name", id == 0 ? "map at Job.scala:7" : "count at Job.scala:9")
                .put("Number of Tasks", 2);
        info.putArray("RDD Info").addObject().put("RDD ID", 10 + id).put("Name", "MapPartitionsRDD");
        info.putArray("Parent IDs");
        if (id == 1) {
            info.withArray("Parent IDs").add(0);
        }
        if (submitted > 0) {
            info.put("Submission Time", submitted);
        }
        if (completed > 0) {
            info.put("Completion Time", completed);
        }
        return info;
    }

    private enum Kind {
        READS,
        FETCHES,
        FAILS
    }

    private void task(int stage, int index, String executor, long launch, int millis, Kind kind) {
        ObjectNode event = event("SparkListenerTaskEnd")
                .put("Stage ID", stage)
                .put("Stage Attempt ID", 0)
                .put("Task Type", stage == 0 ? "ShuffleMapTask" : "ResultTask");
        event.putObject("Task End Reason").put("Reason", kind == Kind.FAILS ? "ExceptionFailure" : "Success");
        ObjectNode info = event.putObject("Task Info");
        info.put("Task ID", tasks++).put("Index", index).put("Attempt", 0);
        if (isAtLeast("3.5")) {
            info.put("Partition ID", index);
        }
        info.put("Launch Time", launch)
                .put("Executor ID", executor)
                .put("Host", "w" + executor)
                .put("Locality", kind == Kind.READS ? "NODE_LOCAL" : "PROCESS_LOCAL")
                .put("Speculative", false)
                .put("Getting Result Time", 0)
                .put("Finish Time", launch + millis)
                .put("Failed", kind == Kind.FAILS)
                .put("Killed", false);
        ObjectNode scan = info.putArray("Accumulables").addObject().put("ID", 4).put("Name", "scan time");
        if (isAtLeast("4.0")) {
            scan.put("Update", kind == Kind.READS ? 700 : 0);
        } else {
            scan.put("Update", kind == Kind.READS ? "700" : "0");
        }
        if (kind == Kind.FAILS && !isAtLeast("3.1")) {
            event.putNull("Task Metrics");
        } else {
            metrics(event.putObject("Task Metrics"), millis, kind);
        }
        add(event);
    }

    private void metrics(ObjectNode metrics, int millis, Kind kind) {
        boolean fetches = kind == Kind.FETCHES;
        metrics.put("Executor Deserialize Time", 30)
                .put("Executor Deserialize CPU Time", 20_000_000)
                .put("Executor Run Time", millis - 100)
                .put("Executor CPU Time", 400_000_000)
                .put("Result Size", 1000)
                .put("JVM GC Time", 50)
                .put("Result Serialization Time", 1)
                .put("Memory Bytes Spilled", 0)
                .put("Disk Bytes Spilled", 0);
        if (isAtLeast("3.1")) {
            metrics.put("Peak Execution Memory", 0);
        }
        ObjectNode fetched = metrics.putObject("Shuffle Read Metrics");
        fetched.put("Remote Blocks Fetched", fetches ? 1 : 0)
                .put("Local Blocks Fetched", fetches ? 1 : 0)
                .put("Fetch Wait Time", fetches ? 300 : 0)
                .put("Remote Bytes Read", fetches ? 500_000 : 0)
                .put("Local Bytes Read", fetches ? 500_000 : 0)
                .put("Total Records Read", fetches ? 10 : 0);
        if (isAtLeast("4.2")) {
            fetched.put("Remote Requests Duration", fetches ? 420 : 0);
        }
        metrics.putObject("Shuffle Write Metrics")
                .put("Shuffle Bytes Written", kind == Kind.READS ? 1_000_000 : 0)
                .put("Shuffle Write Time", kind == Kind.READS ? 100_000_000 : 0)
                .put("Shuffle Records Written", 10);
        metrics.putObject("Input Metrics")
                .put("Bytes Read", kind == Kind.READS ? 64_000_000 : 0)
                .put("Records Read", kind == Kind.READS ? 10 : 0);
        metrics.putObject("Output Metrics").put("Bytes Written", 0).put("Records Written", 0);
        metrics.putArray("Updated Blocks");
    }
}
