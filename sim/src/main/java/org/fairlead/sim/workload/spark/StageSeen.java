// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** What a log reports of one stage: sums over the tasks that ended well, each partition once. */
final class StageSeen {
    final int id;
    /** The data set that the stage makes: a stage that is skipped makes the same as one that ran. */
    final int dataSet;

    final List<Integer> parents;
    /** The job that listed the stage first. */
    final int job;

    private final BitSet ended = new BitSet();
    private long[] shuffleReads = new long[0];
    boolean makesShuffle;
    long readBytes;
    long shuffleReadBytes;
    long shuffleWrittenBytes;
    long writtenBytes;
    double computeSeconds;
    double startSeconds;

    StageSeen(int id, int dataSet, List<Integer> parents, int job) {
        this.id = id;
        this.dataSet = dataSet;
        this.parents = List.copyOf(parents);
        this.job = job;
    }

    boolean ran() {
        return !ended.isEmpty();
    }

    int tasks() {
        return ended.cardinality();
    }

    /** Whether the partition counts: it ended for the first time. */
    boolean end(int partition) {
        if (ended.get(partition)) {
            return false;
        }
        ended.set(partition);
        return true;
    }

    void read(int partition, long bytes) {
        if (bytes > 0 && partition >= shuffleReads.length) {
            shuffleReads = Arrays.copyOf(shuffleReads, Math.max(partition + 1, 2 * shuffleReads.length));
        }
        if (bytes > 0) {
            shuffleReads[partition] = bytes;
        }
        shuffleReadBytes += bytes;
    }

    /** Bytes of the shuffle that each task read, in the order of partitions; empty when none did. */
    List<Double> parts() {
        if (shuffleReadBytes == 0) {
            return List.of();
        }
        return ended.stream()
                .mapToObj(partition -> partition < shuffleReads.length ? (double) shuffleReads[partition] : 0.0)
                .toList();
    }
}
