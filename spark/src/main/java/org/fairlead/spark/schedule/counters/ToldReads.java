// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.fairlead.core.prefetch.shadow.PrefetchRequests;
import org.fairlead.spark.prefetch.ReadBytes;

/** What executors say that ended tasks have read of what was fetched for them, until it is counted. Told on any thread. */
public final class ToldReads {
    private final Queue<Told> told = new ConcurrentLinkedQueue<>();

    private record Told(long request, ReadBytes bytes) {}

    /** @param request by its number, whose task has ended */
    public void add(long request, ReadBytes bytes) {
        told.add(new Told(request, bytes));
    }

    /** The requests of which something was told are over, and that counts for their stages. By whom the requests belong to. */
    public void count(PrefetchRequests requests) {
        for (Told each = told.poll(); each != null; each = told.poll()) {
            requests.over(each.request(), each.bytes().fetched(), each.bytes().read());
        }
    }
}
