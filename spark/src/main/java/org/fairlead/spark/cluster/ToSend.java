// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.task.MapOutputLocations;

/** What running tasks have still to fetch of each shuffle, and so what each host has still to send. Safe for threads. */
final class ToSend {
    private final Map<MapOutputLocations, Fetched> shuffles = new ConcurrentHashMap<>();

    /** Guarded by itself. */
    private static final class Fetched {
        private final Map<Integer, Long> byHost = new HashMap<>();
        private long all;

        synchronized boolean add(int host, long bytes) {
            all += bytes;
            byHost.merge(host, bytes, (before, more) -> before + more == 0 ? null : before + more);
            return !byHost.isEmpty();
        }

        synchronized long elsewhere(int host) {
            return all - byHost.getOrDefault(host, 0L);
        }
    }

    /** Tasks on a host have more, or less, to fetch. */
    void add(MapOutputLocations senders, int host, long bytes) {
        if (senders.areUnknown() || bytes == 0) {
            return;
        }
        shuffles.compute(senders, (unused, known) -> {
            Fetched fetched = known == null ? new Fetched() : known;
            return fetched.add(host, bytes) ? fetched : null;
        });
    }

    /** Bytes that tasks on other hosts have still to fetch from a host. */
    double from(int host) {
        double sum = 0;
        for (Map.Entry<MapOutputLocations, Fetched> shuffle : shuffles.entrySet()) {
            double share = shuffle.getKey().share(host);
            sum += share > 0 ? share * shuffle.getValue().elsewhere(host) : 0;
        }
        return sum;
    }
}
