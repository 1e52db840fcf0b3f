// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.shuffle.ByteMatrix;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.core.topology.Routes;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.lead.InputKnown;
import org.fairlead.sim.jobs.lead.StageLead;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.jobs.time.PolicyTime;
import org.fairlead.sim.workload.Stage;

/** A stage of a job that runs: which tasks are pending, run and have ended, and where their output lies. */
final class StageRun implements JobOrder.Share {
    static final int[] NOWHERE = new int[0];

    /** Of a matrix with a row for each task that made output. */
    private static final int MOST_BLOCKS = 1 << 20;

    final JobState job;
    final int number;
    final Stage stage;
    final InputKind kind;
    /** The stage's tasks that wait; those of a stage with fixed hosts never do. */
    final TaskSet pending;

    final int tasks;
    final double[] parts;
    /** By task, where it reads a part of a file. */
    List<Block> blocks = List.of();

    private double inputSum;
    /** Its files, if others will read them. */
    final List<Block> written = new ArrayList<>();

    /** By task, how many of it run. */
    final byte[] attempts;

    /** By task, how many of it there were, those that ended or were killed included. */
    final int[] launches;

    final List<RunningAttempt> running = new ArrayList<>();
    final List<Double> endedSeconds = new ArrayList<>();
    private double endedSum;
    int ended;
    private final BitSet endedTasks = new BitSet();
    boolean started;
    private double startedSeconds;
    /** When it was known what its tasks will read. */
    InputKnown known;

    double nextSpeculation;
    boolean pollSet;
    private int[] outputMachine = new int[4];
    private double[] outputBytes = new double[4];
    private int outputs;
    double outputSum;
    private final BitSet makers = new BitSet();
    /** Machines on which a task has fetched what is broadcast, or does. */
    private final BitSet informed = new BitSet();

    StageRun(JobState job, int number, int tasks, TaskSet pending) {
        this.job = job;
        this.number = number;
        known = job.known;
        stage = job.job.stages().get(number);
        kind = pending.kind();
        this.pending = pending;
        this.tasks = tasks;
        parts = parts(stage, tasks);
        attempts = new byte[tasks];
        launches = new int[tasks];
    }

    /** A stage of a submitted job, of which nothing is pending yet. */
    static StageRun of(JobState job, int number, Routes routes) {
        Stage stage = job.job.stages().get(number);
        InputKind kind = stage.input() instanceof Stage.Input.Shuffle ? InputKind.SHUFFLE : InputKind.BLOCKS;
        TaskSet pending = new TaskSet(((long) job.number << 16) + number, kind, routes);
        return new StageRun(job, number, stage.tasks(), pending);
    }

    private static double[] parts(Stage stage, int tasks) {
        double[] parts = new double[tasks];
        Arrays.fill(parts, 1.0 / tasks);
        if (stage.input() instanceof Stage.Input.Shuffle shuffle
                && !shuffle.parts().isEmpty()) {
            double sum = 0;
            for (int task = 0; task < tasks; task++) {
                parts[task] = shuffle.parts().get(task % shuffle.parts().size());
                sum += parts[task];
            }
            for (int task = 0; task < tasks; task++) {
                parts[task] /= sum;
            }
        }
        return parts;
    }

    /** @param parts of files, one for each task */
    void reads(List<Block> parts) {
        blocks = parts;
        inputSum = parts.stream().mapToDouble(Block::allBytes).sum();
    }

    /** Its tasks may be launched from now on. */
    void starts(double nowSeconds) {
        started = true;
        startedSeconds = nowSeconds;
    }

    /** Whether a scheduler that is given stages as jobs of their own has it. */
    boolean isSubmitted() {
        return started || stage.parents().isEmpty();
    }

    @Override
    public int job() {
        return job.number;
    }

    @Override
    public String pool() {
        return job.pool();
    }

    /** As a job of its own: when it may start. */
    @Override
    public long submittedNanos() {
        return stage.parents().isEmpty() ? job.submittedNanos() : PolicyTime.nanos(startedSeconds);
    }

    @Override
    public int running() {
        return running.size();
    }

    @Override
    public int pending() {
        return pending.size();
    }

    /** Since its tasks may be launched. */
    double runsSince() {
        return startedSeconds;
    }

    /** @param jobStartSeconds from a job's submission until a task may be launched */
    StageLead lead(double jobStartSeconds) {
        double ready = job.job.submitSeconds() + jobStartSeconds;
        return new StageLead(((long) job.number << 16) + number, known, ready, startedSeconds);
    }

    boolean hasFixedHosts() {
        return !stage.hosts().isEmpty();
    }

    /**
     * Whether its parents have done enough for it. Hadoop's reduces fetch while maps run; so does what a program on a host of its own collects, such as Spark's driver.
     *
     * @param reduceStart share of the maps that have ended when Hadoop's reduces start
     */
    boolean mayStart(Cluster.Framework framework, double reduceStart) {
        boolean collects = hasFixedHosts() && kind == InputKind.SHUFFLE;
        boolean early = kind == InputKind.SHUFFLE && framework == Cluster.Framework.HADOOP;
        double share = collects ? 0 : reduceStart;
        for (int parent : stage.parents()) {
            StageRun before = job.stages.get(parent);
            boolean enough = (collects || early)
                    ? before.started && before.ended >= Math.ceil(share * before.tasks)
                    : before.isDone();
            if (!enough) {
                return false;
            }
        }
        return true;
    }

    void ended(int task) {
        ended++;
        endedTasks.set(task);
    }

    boolean hasEnded(int task) {
        return endedTasks.get(task);
    }

    /** Whether any of its tasks has ended. */
    boolean hasEnded() {
        return ended > 0;
    }

    /**
     * Learns from a task that has ended.
     *
     * @param seconds that it took
     * @param kept whether the times of single tasks are of interest
     */
    void took(double seconds, boolean kept) {
        if (kept) {
            int at = Collections.binarySearch(endedSeconds, seconds);
            endedSeconds.add(at < 0 ? -at - 1 : at, seconds);
        }
        endedSum += seconds;
        pending.learned(stage.computeSecondsPerByte(), stage.computeSeconds());
    }

    /** Mean time of its tasks that have ended. */
    double meanSeconds() {
        return endedSum / ended;
    }

    boolean isDone() {
        return ended == tasks;
    }

    /** Machines with output. */
    int sources() {
        return makers.cardinality();
    }

    /** Notes that a task's output lies on a machine. */
    void output(int machine, double bytes) {
        makers.set(machine);
        if (outputs == outputMachine.length) {
            outputMachine = Arrays.copyOf(outputMachine, outputs * 2);
            outputBytes = Arrays.copyOf(outputBytes, outputs * 2);
        }
        outputMachine[outputs] = machine;
        outputBytes[outputs++] = bytes;
        outputSum += bytes;
    }

    int outputs() {
        return outputs;
    }

    int outputMachine(int output) {
        return outputMachine[output];
    }

    double outputBytes(int output) {
        return outputBytes[output];
    }

    /** The number by which exchanges know what it receives. */
    long shuffle() {
        return ((long) job.number << 16) + number;
    }

    /**
     * Bytes of its parents' output for each of its tasks: by the task that made it, or by machine where these would be too many blocks.
     *
     * @param numbers by machine, its number among the hosts of the matrix; below 0 for none
     * @return empty if a machine without a number holds some of it
     */
    Optional<ByteMatrix> received(int[] numbers, int hosts) {
        List<Integer> senders = new ArrayList<>();
        List<Double> made = new ArrayList<>();
        for (int parent : stage.parents()) {
            StageRun before = job.stages.get(parent);
            for (int output = 0; output < before.outputs; output++) {
                senders.add(numbers[before.outputMachine[output]]);
                made.add(before.outputBytes[output]);
            }
        }
        if (senders.stream().anyMatch(sender -> sender < 0)) {
            return Optional.empty();
        }
        boolean apart = (long) senders.size() * tasks <= MOST_BLOCKS;
        double[] rows = new double[apart ? senders.size() : hosts];
        int[] from = new int[rows.length];
        Arrays.setAll(from, row -> apart ? senders.get(row) : row);
        for (int output = 0; output < made.size(); output++) {
            rows[apart ? output : senders.get(output)] += made.get(output);
        }
        long[][] bytes = new long[rows.length][tasks];
        for (int row = 0; row < rows.length; row++) {
            for (int task = 0; task < tasks; task++) {
                bytes[row][task] = Math.round(rows[row] * parts[task]);
            }
        }
        return Optional.of(new ByteMatrix(hosts, from, bytes));
    }

    /** Bytes of broadcast variables that the next task on a machine fetches first. */
    double broadcastBytes(int machine) {
        return informed.get(machine)
                ? 0
                : stage.broadcast().map(Stage.Broadcast::bytes).orElse(0L);
    }

    /** A task on a machine fetches what is broadcast; others there do without. */
    void informs(int machine) {
        informed.set(machine);
    }

    /** What all its tasks receive of the output of earlier stages. */
    double shuffleBytes() {
        double all = 0;
        for (int parent : stage.parents()) {
            all += job.stages.get(parent).expectedOutput();
        }
        return all;
    }

    /** What one task receives of the output of earlier stages. */
    double shuffleBytes(int task) {
        double bytes = 0;
        for (int parent : stage.parents()) {
            bytes += job.stages.get(parent).expectedOutput() * parts[task];
        }
        return bytes;
    }

    private double expectedOutput() {
        return stage.output() instanceof Stage.Output.Shuffle shuffle ? shuffle.bytes() : 0;
    }

    /** What of the stage's output one task makes: as much of it as of its input. */
    double outputOf(int task) {
        double bytes = stage.output() instanceof Stage.Output.Files files ? files.bytes() : expectedOutput();
        if (blocks.isEmpty()) {
            return bytes * parts[task];
        }
        return inputSum > 0 ? bytes * blocks.get(task).allBytes() / inputSum : bytes / tasks;
    }
}
