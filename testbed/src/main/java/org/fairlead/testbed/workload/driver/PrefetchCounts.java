// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.Map;
import java.util.TreeMap;

/** What a plug-in counts of input that is fetched ahead, from one request to the next. Executors tell theirs once a second: what comes late is part of the next. */
final class PrefetchCounts {
    private static final String BYTES = "prefetch.bytes.";
    private static final String REQUESTS = "prefetch.requests.";

    private Map<String, Long> taken = Map.of();

    /** What was counted since it was last taken, by the metrics' names; empty where nothing is fetched ahead. */
    Map<String, Long> take() {
        Map<String, Long> now = PluginGauges.now();
        now.keySet().removeIf(name -> !name.startsWith(BYTES) && !name.startsWith(REQUESTS));
        Map<String, Long> since = new TreeMap<>();
        now.forEach((name, count) -> since.put(name, count - taken.getOrDefault(name, 0L)));
        taken = now;
        return since;
    }
}
