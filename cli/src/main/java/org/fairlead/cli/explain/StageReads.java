// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;

/** Adds up what the tasks of each stage have read, by source: a stage's own line may be written before its last tasks are heard of. */
final class StageReads {
    private final Map<Key, SourceReads> sums = new HashMap<>();

    private record Key(int stage, int attempt, String kind, String source, boolean local) {}

    void add(TaskReads task) {
        for (SourceReads each : task.sources()) {
            sums.merge(
                    new Key(task.stage(), task.attempt(), each.kind(), each.source(), each.local()),
                    each,
                    SourceReads::and);
        }
    }

    /** Those that were waited for longest first. */
    List<SourceReads> of(int stage, int attempt) {
        List<SourceReads> found = new ArrayList<>();
        sums.forEach((key, sum) -> {
            if (key.stage == stage && key.attempt == attempt) {
                found.add(sum);
            }
        });
        found.sort(SourceReads.LONGEST_FIRST);
        return found;
    }
}
