// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.fairlead.core.task.MapOutputLocations;

/**
 * What running tasks have still to fetch of each shuffle, and so what each host has still to send. Where a task receives as its stage as a whole does, what it
 * fetches is shared out when somebody asks; else when it changes. Safe for threads.
 */
final class ToSend {
    private final Map<MapOutputLocations, Fetched> shuffles = new ConcurrentHashMap<>();
    /** Of tasks with shares of their own, bytes by the host that sends them. */
    private final AtomicLongArray byOwnShares;

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

    /** @param hosts indices of hosts are less than that */
    ToSend(int hosts) {
        byOwnShares = new AtomicLongArray(hosts);
    }

    /**
     * A task on a host has more, or less, to fetch.
     *
     * @param before bytes until now; 0 of one that begins
     * @param now bytes from now on; 0 of one that has ended
     */
    void change(MapOutputLocations senders, int host, long before, long now) {
        if (senders.areOfOneTask()) {
            for (int i = 0; i < senders.count(); i++) {
                double share = senders.host(i) == host ? 0 : senders.shareAt(i);
                long more =
                        (long) (share * now) - (long) (share * before); // what is added is taken away again to the byte
                if (more != 0) {
                    byOwnShares.addAndGet(senders.host(i), more);
                }
            }
        } else if (!senders.areUnknown() && before != now) {
            add(senders, host, now - before);
        }
    }

    private void add(MapOutputLocations senders, int host, long bytes) {
        shuffles.compute(senders, (unused, known) -> {
            Fetched fetched = known == null ? new Fetched() : known;
            return fetched.add(host, bytes) ? fetched : null;
        });
    }

    /** Bytes that tasks on other hosts have still to fetch from a host. */
    double from(int host) {
        double sum = byOwnShares.get(host);
        for (Map.Entry<MapOutputLocations, Fetched> shuffle : shuffles.entrySet()) {
            double share = shuffle.getKey().share(host);
            sum += share > 0 ? share * shuffle.getValue().elsewhere(host) : 0;
        }
        return sum;
    }
}
