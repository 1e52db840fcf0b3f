// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.workload.spark.EventLog;
import org.fairlead.sim.workload.spark.EventLogFiles;

/** Reads the log of one application, line by line: of each task its row of {@link TaskTable} is kept, of all else what stages, executors and jobs are. */
public final class ApplicationReader implements EventLog.Listener {
    private static final int MOST_STAGES = 1_000_000;
    private static final int MOST_EXECUTORS = 1_000_000;
    private static final Set<String> WANTED = Set.of(
            "SparkListenerLogStart",
            "SparkListenerApplicationStart",
            "SparkListenerApplicationEnd",
            "SparkListenerEnvironmentUpdate",
            "SparkListenerResourceProfileAdded",
            "SparkListenerExecutorAdded",
            "SparkListenerBlockManagerAdded",
            "SparkListenerExecutorRemoved",
            "SparkListenerJobStart",
            "SparkListenerJobEnd",
            "SparkListenerStageSubmitted",
            "SparkListenerStageCompleted",
            "SparkListenerTaskEnd");
    private static final List<String> PROPERTIES = List.of(
            "spark.master",
            TellingLine.PLUGINS,
            TellingLine.DECISIONS,
            "spark.task.cpus",
            "spark.speculation",
            MemoryEvents.OF_EXECUTORS,
            MemoryEvents.OF_DRIVER);

    private final Map<String, Integer> executorPlaces = new HashMap<>();
    private final List<ExecutorLog> executors = new ArrayList<>();
    private final MemoryEvents memory = new MemoryEvents();
    private final Map<Long, StageBuilder> stages = new TreeMap<>();
    private final Map<Integer, Integer> dataSets = new HashMap<>();
    private final Map<Integer, JobLog> jobs = new TreeMap<>();
    private final Map<String, String> properties = new TreeMap<>();
    private String id = "";
    private String name = "";
    private String attempt = "";
    private String version = "";
    private long began = Long.MAX_VALUE;
    private long ended = Long.MIN_VALUE;
    private boolean whole;
    private long damagedLines;
    private long damagedParts;
    private long damagedEnds;
    private String firstDamage = "";

    private final Optional<String> only;

    private ApplicationReader(Optional<String> only) {
        this.only = only;
    }

    /** Ends the reading of a log that nobody has asked for. */
    private static final class OfAnother extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private OfAnother() {
            super("the log of another application", null, false, false);
        }
    }

    /**
     * @param log a file, or a directory of a log that was rolled
     * @throws InvalidFileException if it is no event log; what of one cannot be read is left out and counted
     */
    public static ApplicationLog read(Path log, RunObserver watcher) {
        return read(log, Optional.empty(), watcher).orElseThrow();
    }

    /**
     * The same, if it is of an application that somebody asks for.
     *
     * @param id of that application; empty for any
     * @return empty if it is of another one; it is not read to its end then
     */
    public static Optional<ApplicationLog> read(Path log, Optional<String> id, RunObserver watcher) {
        ApplicationReader reader = new ApplicationReader(id);
        try {
            EventLog.forEach(log, WANTED, reader, watcher);
        } catch (OfAnother e) {
            return Optional.empty();
        }
        return Optional.of(reader.application(EventLogFiles.isCompacted(log)))
                .filter(read -> id.map(read.id()::equals).orElse(true));
    }

    @Override
    public void damaged(InvalidFileException problem) {
        damagedLines++;
        note(problem);
    }

    @Override
    public void partLost(InvalidFileException problem) {
        damagedParts++;
        note(problem);
    }

    @Override
    public void endLost(InvalidFileException problem) {
        damagedEnds++;
        note(problem);
    }

    private void note(InvalidFileException problem) {
        firstDamage = firstDamage.isEmpty() ? problem.getMessage() : firstDamage;
    }

    @Override
    public void event(String kind, JsonNode event) {
        switch (kind) {
            case "SparkListenerLogStart" ->
                version = event.path("Spark Version").asText("");
            case "SparkListenerApplicationStart" -> applicationStart(event);
            case "SparkListenerApplicationEnd" -> {
                seen(event.path("Timestamp").asLong());
                whole = true;
            }
            case "SparkListenerEnvironmentUpdate" -> environment(event.path("Spark Properties"));
            case "SparkListenerResourceProfileAdded" -> memory.profileAdded(event);
            case "SparkListenerExecutorAdded" -> executorAdded(event);
            case "SparkListenerBlockManagerAdded" -> memory.blockManagerAdded(event);
            case "SparkListenerExecutorRemoved" -> executorRemoved(event);
            case "SparkListenerJobStart" -> jobStart(event);
            case "SparkListenerJobEnd" -> jobEnd(event);
            case "SparkListenerStageSubmitted", "SparkListenerStageCompleted" -> stage(event.path("Stage Info"));
            case "SparkListenerTaskEnd" -> taskEnd(event);
            default -> {
                // Nothing of it is needed.
            }
        }
    }

    private void seen(long millis) {
        if (millis > 0) {
            began = Math.min(began, millis);
            ended = Math.max(ended, millis);
        }
    }

    private void applicationStart(JsonNode event) {
        name = event.path("App Name").asText("");
        id = event.path("App ID").asText("");
        if (only.isPresent() && !only.get().equals(id)) {
            throw new OfAnother();
        }
        attempt = event.path("App Attempt ID").asText("");
        seen(event.path("Timestamp").asLong());
    }

    private void environment(JsonNode all) {
        for (String key : PROPERTIES) {
            if (all.has(key)) {
                properties.put(key, all.path(key).asText());
            }
        }
    }

    private int executor(String executor, String host) {
        return executorPlaces.computeIfAbsent(executor, unused -> {
            if (executors.size() >= MOST_EXECUTORS) {
                throw new IllegalArgumentException("more than " + MOST_EXECUTORS + " executors");
            }
            executors.add(new ExecutorLog(executor, host, 0, Long.MAX_VALUE, Long.MAX_VALUE));
            return executors.size() - 1;
        });
    }

    private void executorAdded(JsonNode event) {
        JsonNode info = event.path("Executor Info");
        long added = event.path("Timestamp").asLong();
        String host = info.path("Host").asText("");
        String executor = event.path("Executor ID").asText("");
        int place = executor(executor, host);
        memory.executorAdded(executor, info);
        executors.set(
                place,
                new ExecutorLog(
                        executor,
                        host,
                        info.path("Total Cores").asInt(0),
                        added > 0 ? added : Long.MAX_VALUE,
                        Long.MAX_VALUE));
    }

    private void executorRemoved(JsonNode event) {
        Integer place = executorPlaces.get(event.path("Executor ID").asText(""));
        long removed = event.path("Timestamp").asLong();
        if (place != null && removed > 0) {
            ExecutorLog executor = executors.get(place);
            executors.set(
                    place,
                    new ExecutorLog(executor.id(), executor.host(), executor.cores(), executor.addedMillis(), removed));
        }
    }

    private void jobStart(JsonNode event) {
        long submitted = event.path("Submission Time").asLong();
        List<Integer> needed = new ArrayList<>();
        for (JsonNode info : event.path("Stage Infos")) {
            int stage = number(info, "Stage ID");
            dataSet(stage, info);
            if (needed.size() < MOST_STAGES) {
                needed.add(stage);
            }
        }
        if (submitted > 0) {
            int job = number(event, "Job ID");
            jobs.put(job, new JobLog(job, new Span(submitted, Long.MAX_VALUE), needed));
            seen(submitted);
        }
    }

    private void jobEnd(JsonNode event) {
        long completed = event.path("Completion Time").asLong();
        seen(completed);
        jobs.computeIfPresent(
                number(event, "Job ID"),
                (unused, job) ->
                        new JobLog(job.id(), new Span(job.span().fromMillis(), Math.max(completed, 0)), job.stages()));
    }

    private int dataSet(int stage, JsonNode info) {
        int made = info.path("RDD Info").path(0).path("RDD ID").asInt(-1);
        if (made >= 0 && dataSets.size() < MOST_STAGES) {
            dataSets.putIfAbsent(stage, made);
        }
        return made;
    }

    private StageBuilder builder(int stage, int attemptOfStage) {
        return stages.computeIfAbsent(((long) stage << Integer.SIZE) | attemptOfStage, unused -> {
            if (stages.size() >= MOST_STAGES) {
                throw new IllegalArgumentException("more than " + MOST_STAGES + " stages");
            }
            return new StageBuilder(stage, attemptOfStage);
        });
    }

    private void stage(JsonNode info) {
        int stage = number(info, "Stage ID");
        StageBuilder builder = builder(stage, number(info, "Stage Attempt ID"));
        builder.describe(info, dataSet(stage, info));
        seen(info.path("Submission Time").asLong());
        seen(info.path("Completion Time").asLong());
    }

    private void taskEnd(JsonNode event) {
        if (TaskEndEvent.isSaidAgain(event)) {
            return;
        }
        JsonNode info = event.path("Task Info");
        int stage = number(event, "Stage ID");
        Task task = TaskEndEvent.read(
                event,
                () -> executor(
                        info.path("Executor ID").asText(""), info.path("Host").asText("")));
        builder(stage, Math.max(0, event.path("Stage Attempt ID").asInt(0))).add(task, info.path("Accumulables"));
        seen(task.launchMillis());
        seen(task.endMillis());
    }

    private static int number(JsonNode event, String key) {
        JsonNode value = event.path(key);
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
            throw new IllegalArgumentException(key + ": a whole number is expected");
        }
        return value.intValue();
    }

    private ApplicationLog application(boolean compacted) {
        long end = Math.max(began == Long.MAX_VALUE ? 0 : began, ended);
        List<JobLog> all = jobs.values().stream()
                .map(job -> new JobLog(
                        job.id(),
                        new Span(job.span().fromMillis(), Math.min(job.span().toMillis(), end)),
                        job.stages()))
                .toList();
        return new ApplicationLog(
                id,
                name,
                attempt,
                version,
                began == Long.MAX_VALUE ? 0 : began,
                end,
                whole,
                compacted,
                executors.stream()
                        .map(each -> each.withMemory(memory.of(each, properties)))
                        .toList(),
                stages.values().stream()
                        .filter(StageBuilder::ran)
                        .map(StageBuilder::stage)
                        .toList(),
                Map.copyOf(dataSets),
                all,
                Map.copyOf(properties),
                new ApplicationLog.Damage(damagedLines, damagedParts, damagedEnds, firstDamage));
    }
}
