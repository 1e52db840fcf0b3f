// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.Map;
import java.util.TreeMap;

/** What a plug-in counts of input that is fetched ahead, from one request to the next. Executors tell theirs once a second: what comes late is part of the next. */
final class PrefetchCounts {
    private static final String BYTES = "prefetch.bytes.";
    private static final String REQUESTS = "prefetch.requests.";
    /** The only one that also falls. */
    private static final String UNREAD = BYTES + "unread";

    private Map<String, Long> taken = Map.of();

    /** What was counted since it was last taken, by the metrics' names, but what is in memory unread now; empty where nothing is fetched ahead. */
    Map<String, Long> take() {
        return take(PluginGauges.now());
    }

    /** @param gauges all that the plug-in has now */
    Map<String, Long> take(Map<String, Long> gauges) {
        Map<String, Long> now = new TreeMap<>(gauges);
        now.keySet().removeIf(name -> !name.startsWith(BYTES) && !name.startsWith(REQUESTS));
        Map<String, Long> since = new TreeMap<>();
        now.forEach(
                (name, count) -> since.put(name, name.equals(UNREAD) ? count : count - taken.getOrDefault(name, 0L)));
        taken = now;
        return since;
    }
}
