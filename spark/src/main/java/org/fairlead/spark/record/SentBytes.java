// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;

/**
 * Estimates how much each sender sent of what a task fetched. Spark counts what came from other executors as one sum; Spark's map statuses say how much lies on which host.
 *
 * <p><b>Example.</b> A task on h1 fetched 80 MB; of its map output 20 MB lie on h1, 30 MB on h2, 30 MB on h3. h2 and h3 have sent 40 MB each.
 */
final class SentBytes {
    private SentBytes() {}

    /**
     * The same reads, with bytes for each sender; as they are where no sender was seen, or nothing is known of them.
     *
     * @param senders what a partition receives, by the host that holds it
     */
    static TaskReads divided(TaskReads reads, IntFunction<Map<String, Double>> senders) {
        Map<String, SourceReads> seen = new TreeMap<>();
        List<SourceReads> others = new ArrayList<>();
        for (SourceReads each : reads.sources()) {
            if (each.kind().equals(SourceReads.SHUFFLE) && !each.source().isEmpty()) {
                seen.put(each.source(), each);
            } else {
                others.add(each);
            }
        }
        if (seen.isEmpty()) {
            return reads;
        }
        Map<String, Double> output = senders.apply(reads.partition());
        double sum = output.entrySet().stream()
                .filter(sender -> !sender.getKey().equals(reads.host()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        if (!(sum > 0)) {
            return reads;
        }
        output.forEach((sender, bytes) -> {
            if (!sender.equals(reads.host()) && bytes > 0) {
                long sent = Math.round(reads.shuffleBytes() * bytes / sum);
                SourceReads part = new SourceReads(SourceReads.SHUFFLE, sender, false, sent, 0.0, 0);
                seen.merge(sender, part, SourceReads::and);
            }
        });
        seen.values().stream()
                .sorted(SourceReads.LONGEST_FIRST)
                .limit(TaskReads.MOST_SOURCES)
                .forEach(others::add);
        return reads.with(reads.host(), others.subList(0, Math.min(others.size(), 2 * TaskReads.MOST_SOURCES)));
    }
}
