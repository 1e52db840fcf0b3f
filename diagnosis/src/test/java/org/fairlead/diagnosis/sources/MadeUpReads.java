// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;

/** Reads of an application that never ran: each task reads blocks from a few DataNodes, half of the tasks one of its own host's; times are log-normal around what the bytes need. */
final class MadeUpReads {
    private static final double BYTES_PER_SECOND = 100e6;
    private static final double NEAR_BYTES_PER_SECOND = 500e6;

    private final Random random;
    private final int hosts;
    private final double spread;
    private final double[] slowDisk;
    private final double[] slowLink;
    private final double[] slowReader;
    private final List<TaskReads> tasks = new ArrayList<>();

    /** @param spread of the logarithm of times */
    MadeUpReads(Random random, int hosts, double spread) {
        this.random = random;
        this.hosts = hosts;
        this.spread = spread;
        slowDisk = ones(hosts);
        slowLink = ones(hosts);
        slowReader = ones(hosts);
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    MadeUpReads slowDisk(int host, double factor) {
        slowDisk[host] = factor;
        return this;
    }

    MadeUpReads slowLink(int host, double factor) {
        slowLink[host] = factor;
        return this;
    }

    /** A reader that waits longer, whoever gives. */
    MadeUpReads slowReader(int host, double factor) {
        slowReader[host] = factor;
        return this;
    }

    MadeUpReads stages(int stages, int tasksPerHost) {
        for (int stage = 0; stage < stages; stage++) {
            for (int task = 0; task < hosts * tasksPerHost; task++) {
                task(stage, task);
            }
        }
        return this;
    }

    private void task(int stage, int partition) {
        int reader = partition % hosts;
        List<SourceReads> sources = new ArrayList<>();
        double seconds = 1;
        Set<Integer> givers = new TreeSet<>();
        if (random.nextBoolean()) {
            givers.add(reader);
        }
        for (int i = 0; i < 2; i++) {
            givers.add(random.nextInt(hosts));
        }
        for (int giver : givers) {
            boolean near = giver == reader;
            double bytes = 10e6 * (1 + 7 * random.nextDouble());
            double rate = near ? NEAR_BYTES_PER_SECOND : BYTES_PER_SECOND / slowLink[giver] / slowReader[reader];
            double waits = bytes / rate * slowDisk[giver] * Math.exp(spread * random.nextGaussian());
            sources.add(new SourceReads(SourceReads.HDFS, "h" + giver, near, (long) bytes, waits, 1));
            seconds += waits;
        }
        tasks.add(new TaskReads(
                stage, 0, partition, tasks.size(), "h" + reader, 1000L * tasks.size(), seconds, 0, sources));
    }

    List<TaskReads> tasks() {
        return List.copyOf(tasks);
    }

    SeenReads seen() {
        return SeenReads.of("app-1", tasks);
    }
}
