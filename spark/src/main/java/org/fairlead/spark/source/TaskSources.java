// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.protocol.application.TaskReads;

/** What one task was given, by source: a bounded number of sources with their names, the others of a kind together. Safe for threads. */
public final class TaskSources {
    private final Map<SourceName, SourceTally> tallies = new ConcurrentHashMap<>();

    /** Where what a source gives is to be added; always the same object for the same source. */
    public SourceTally of(SourceName source) {
        SourceTally known = tallies.get(source);
        if (known != null) {
            return known;
        }
        SourceName name = tallies.size() < TaskReads.MOST_SOURCES ? source : source.unnamed();
        return tallies.computeIfAbsent(name, unused -> new SourceTally());
    }

    /** What each host gave so far of a kind, whether it is this host or not. */
    public Map<String, Given> given(String kind) {
        Map<String, Given> all = new HashMap<>();
        tallies.forEach((source, tally) -> {
            if (source.kind().equals(kind)) {
                all.merge(source.host(), tally.given(), Given::plus);
            }
        });
        return all;
    }

    /** All that gave something. */
    Map<SourceName, SourceTally> tallies() {
        return Map.copyOf(tallies);
    }
}
