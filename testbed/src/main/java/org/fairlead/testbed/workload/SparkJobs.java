// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.ToDoubleFunction;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.TaskTimes;
import org.fairlead.testbed.results.WorkSpan;
import org.fairlead.testbed.workload.attribution.Attribution;
import org.fairlead.testbed.workload.driver.DriverReply;
import org.fairlead.testbed.workload.driver.DriverRequest;

/** Runs jobs on a round's Spark applications and collects what they give. */
final class SparkJobs {
    /** How long what a round starts may take. */
    static final Duration ANSWER_WITHIN = Duration.ofMinutes(20);

    private final ClusterHandles handles;
    private final long roundStartMillis;
    private final Map<String, DriverReply.Done> done = new LinkedHashMap<>();
    private final List<MeasuredSample> samples = new ArrayList<>();
    private final List<WorkSpan> spans = new ArrayList<>();
    private final List<TaskTimes> taskTimes = new ArrayList<>();

    SparkJobs(ClusterHandles handles, long roundStartMillis) {
        this.handles = handles;
        this.roundStartMillis = roundStartMillis;
    }

    /** What a job is called in samples and checks: its name, with the application's in front where that has one. */
    static String subject(String application, String job) {
        return application.isEmpty() ? job : application + "/" + job;
    }

    /** Time counts from the start of the last job. */
    private static DriverReply ask(SparkApplication application, List<DriverRequest.Job> jobs) {
        double last =
                jobs.stream().mapToDouble(DriverRequest.Job::delaySeconds).max().orElse(0);
        return application.run(new DriverRequest(jobs), ANSWER_WITHIN.plusMillis((long) (1000 * last)));
    }

    /**
     * Jobs of the application that has no name, at the same time.
     *
     * @param work what its tasks are called
     */
    void run(String metric, String work, List<DriverRequest.Job> jobs) {
        record(metric, "", work, ask(handles.application(""), jobs));
    }

    /**
     * A job of the application that has no name, with nothing beside it, so that all tasks are its own.
     *
     * @param payloadRates see {@link Attribution#of}
     */
    void runWithTaskTimes(String metric, DriverRequest.Job job, ToDoubleFunction<String> payloadRates) {
        DriverReply reply = ask(handles.application(""), List.of(job));
        record(metric, "", job.name(), reply);
        taskTimes.add(Attribution.of(job.name(), reply.jobs().get(0).seconds(), reply.tasks(), payloadRates));
    }

    /** Jobs of several applications by name, all at the same time; waits for each, also when another one has failed. */
    void run(String metric, Map<String, List<DriverRequest.Job>> jobs) {
        Map<String, FutureTask<DriverReply>> running = new LinkedHashMap<>();
        jobs.forEach((name, list) -> {
            SparkApplication application = handles.application(name);
            FutureTask<DriverReply> task = new FutureTask<>(() -> ask(application, list));
            running.put(name, task);
            Thread thread = new Thread(task, "application-" + name);
            thread.setDaemon(true);
            thread.start();
        });
        List<String> failures = new ArrayList<>();
        running.forEach((name, task) -> {
            try {
                record(metric, name, name, task.get());
            } catch (ExecutionException e) {
                failures.add("application " + name + ": " + e.getCause().getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClusterException("interrupted while waiting for application " + name, e);
            }
        });
        if (!failures.isEmpty()) {
            throw new ClusterException(String.join("; ", failures));
        }
    }

    private void record(String metric, String application, String work, DriverReply reply) {
        for (DriverReply.Done job : reply.jobs()) {
            String subject = subject(application, job.name());
            samples.add(MeasuredSample.seconds(metric, job.seconds(), subject, ""));
            done.put(subject, job);
        }
        reply.counts()
                .forEach((name, count) ->
                        samples.add(new MeasuredSample(name.replace('.', '_'), unit(name), count, application, "")));
        for (DriverReply.Task task : reply.tasks()) {
            spans.add(new WorkSpan(
                    "task",
                    task.host(),
                    work + " " + task.label(),
                    (task.startMillis() - roundStartMillis) / 1e3,
                    (task.endMillis() - roundStartMillis) / 1e3));
        }
    }

    private static String unit(String count) {
        if (count.endsWith("millis")) {
            return "ms";
        }
        return count.contains(".bytes.") ? "bytes" : "tasks";
    }

    /** Bytes that a sort wrote. */
    long sortedBytes(String subject) {
        return done.get(subject).rows();
    }

    /** Rows that went through a job on skewed rows. */
    long rows(String subject) {
        return done.get(subject).rows();
    }

    List<TaskTimes> taskTimes() {
        return taskTimes;
    }

    List<MeasuredSample> samples() {
        return samples;
    }

    List<WorkSpan> spans() {
        return spans;
    }

    /** Of each job's result. */
    Map<String, String> digests() {
        Map<String, String> digests = new LinkedHashMap<>();
        done.forEach((subject, job) -> digests.put(subject, job.rows() + " rows " + job.digest()));
        return digests;
    }
}
