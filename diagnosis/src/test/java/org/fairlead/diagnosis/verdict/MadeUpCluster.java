// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.fairlead.diagnosis.analysis.Analyst;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.sim.engine.RunObserver;

/**
 * An application that never ran, on six hosts in three racks that compute and store: stages of tasks that read a block of their own host and one of another, each followed by one whose
 * tasks fetch from all hosts. Times are log-normal around what the bytes need.
 */
final class MadeUpCluster {
    private static final int HOSTS = 6;
    private static final double MEGABYTE = 1e6;

    private final Random random;
    private final Path directory;
    private final double spread;
    private final double[] disks = ones(HOSTS);
    private final double[] links = ones(HOSTS);
    private final double[] racks = ones(HOSTS / 2);
    private final double[] processors = ones(HOSTS);
    private final List<TaskReads> seen = new ArrayList<>();
    private final MadeUpApplication application = new MadeUpApplication(HOSTS, 1).besideInput();
    private int stages;

    /** @param spread of the logarithm of times */
    MadeUpCluster(long seed, Path directory, double spread) {
        random = new Random(seed);
        this.directory = directory;
        this.spread = spread;
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    MadeUpCluster slowDisk(int host, double factor) {
        disks[host] = factor;
        return this;
    }

    MadeUpCluster slowLink(int host, double factor) {
        links[host] = factor;
        return this;
    }

    MadeUpCluster slowRack(int rack, double factor) {
        racks[rack] = factor;
        return this;
    }

    MadeUpCluster slowProcessor(int host, double factor) {
        processors[host] = factor;
        return this;
    }

    private double noise() {
        return Math.exp(spread * random.nextGaussian());
    }

    /** Of what crosses between two hosts, beside a network without load. */
    private double way(int from, int to) {
        double rack = from / 2 == to / 2 ? 1 : Math.max(racks[from / 2], racks[to / 2]);
        return Math.max(rack, Math.max(links[from], links[to]));
    }

    /** So many pairs of stages. */
    MadeUpCluster stages(int pairs, int maps, int reduces) {
        for (int i = 0; i < pairs; i++) {
            int map = stages++;
            application.stage(maps, (task, host) -> map(map, task, host));
            int reduce = stages++;
            application.stage(reduces, (task, host) -> reduce(reduce, task, host), map);
        }
        return this;
    }

    private Done map(int stage, int task, int host) {
        int other = (host + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
        double near = 0.05 * noise() * disks[host] * processors[host];
        double far = 0.4 * noise() * Math.max(disks[other], way(other, host)) * processors[host] * processors[other];
        double own = 0.3 * noise() * processors[host];
        seen(
                stage,
                task,
                host,
                near + far + own,
                List.of(
                        new SourceReads(SourceReads.HDFS, "h" + host, true, (long) MEGABYTE, near, 1),
                        new SourceReads(SourceReads.HDFS, "h" + other, false, (long) MEGABYTE, far, 1)));
        return done(
                near + far + own, 0, own, new Task.Volumes((float) (2 * MEGABYTE), 0, 0, (float) (6 * MEGABYTE), 0, 0));
    }

    private Done reduce(int stage, int task, int host) {
        List<SourceReads> sources = new ArrayList<>();
        double fetching = 0;
        for (int other = 0; other < HOSTS; other++) {
            if (other != host) {
                double each = 0.08 * noise() * way(other, host) * processors[host] * processors[other];
                fetching += each;
                sources.add(new SourceReads(SourceReads.SHUFFLE, "h" + other, false, (long) MEGABYTE, each, 1));
            }
        }
        double own = 0.3 * noise() * processors[host];
        seen(stage, task, host, fetching + own, sources);
        return done(fetching + own, fetching, own, new Task.Volumes(0, (float) (5 * MEGABYTE), 0, 0, 0, 0));
    }

    private void seen(int stage, int task, int host, double seconds, List<SourceReads> sources) {
        seen.add(new TaskReads(stage, 0, task, seen.size(), "h" + host, 1000L * seen.size(), seconds, 0, sources));
    }

    /** Half of a task's own work is computing; of the rest no metric says anything. One request follows the other. */
    private static Done done(double seconds, double fetching, double own, Task.Volumes volumes) {
        int millis = (int) Math.ceil(1000 * seconds);
        int fetched = (int) (1000 * fetching);
        return new Done(new Task.Times(millis, millis, (float) (500 * own), 0, fetched, 0, 0, 0, fetched), volumes);
    }

    ApplicationLog log() {
        return application.log();
    }

    ObservedReads observed() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(json(DecisionLine.of(new DecisionLine.Application("app-1", "App", "fairlead"))));
        seen.forEach(task -> lines.add(json(DecisionLine.of(task))));
        return ObservedReads.read(Files.write(directory.resolve("app-1.jsonl"), lines));
    }

    private static String json(DecisionLine line) {
        return new String(Encoding.JSON.write(line), StandardCharsets.UTF_8);
    }

    Optional<Zones> zones() throws IOException {
        return Optional.of(Zones.read(
                Files.writeString(directory.resolve("racks.yaml"), "r0: [h0, h1]\nr1: [h2, h3]\nr2: [h4, h5]\n")));
    }

    /** With what executors have seen. */
    Verdict verdict() throws IOException {
        return Analyst.diagnose(log(), zones(), Optional.of(observed()), RunObserver.NONE)
                .verdict();
    }

    /** By the log alone. */
    Verdict verdictOfLog() throws IOException {
        return Analyst.diagnose(log(), zones(), Optional.empty(), RunObserver.NONE)
                .verdict();
    }
}
