package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.task.JobOrder;
import org.fairlead.sim.workload.Job;

/** A job that was submitted and has not ended. */
final class JobState implements JobOrder.Share {
    final int number;
    final Job job;
    final List<StageRun> stages = new ArrayList<>();
    /** Bytes of its shuffles that lie on machines and were not fetched. */
    final Map<Integer, Double> toSend = new HashMap<>();

    double toSendSum;
    /** Fetched of wide shuffles, and not yet taken off {@link #toSend}. */
    double sentByAll;

    int running;
    int pending;
    int stagesLeft;
    double finishSeconds = Double.NaN;
    double mapSeconds;
    int maps;
    double reduceSeconds;
    int reduces;

    JobState(int number, Job job) {
        this.number = number;
        this.job = job;
        stagesLeft = job.stages().size();
    }

    @Override
    public int job() {
        return number;
    }

    @Override
    public String pool() {
        return job.pool();
    }

    @Override
    public long submittedNanos() {
        return Moment.nanos(job.submitSeconds());
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public int pending() {
        return pending;
    }
}
