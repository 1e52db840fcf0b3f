// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;

/** From whom the tasks of one attempt at a stage have read: a bounded number of sources with their names. Safe for threads. */
final class StageSources {
    private static final int MOST_SOURCES = 256;

    private final Map<Source, SourceReads> sums = new HashMap<>();
    private volatile IntFunction<Map<String, Double>> senders = unused -> Map.of();

    private record Source(String kind, String name, boolean local) {}

    /** @param bytes of map output that a partition receives, by the host that holds it */
    void sentBy(IntFunction<Map<String, Double>> bytes) {
        senders = bytes;
    }

    /** Adds what a task has read; returns it with what it was sent by whom. */
    TaskReads add(TaskReads reads) {
        TaskReads all = SentBytes.divided(reads, senders);
        synchronized (sums) {
            all.sources().forEach(this::add);
        }
        return all;
    }

    private void add(SourceReads reads) {
        Source source = new Source(reads.kind(), reads.source(), reads.local());
        if (sums.size() >= MOST_SOURCES && !sums.containsKey(source)) {
            source = new Source(reads.kind(), "", false);
        }
        SourceReads named = new SourceReads(
                source.kind, source.name, source.local, reads.bytes(), reads.seconds(), reads.requests());
        sums.merge(source, named, SourceReads::and);
    }

    /** Those that were waited for longest first. */
    List<SourceReads> report() {
        synchronized (sums) {
            return sums.values().stream().sorted(SourceReads.LONGEST_FIRST).toList();
        }
    }
}
