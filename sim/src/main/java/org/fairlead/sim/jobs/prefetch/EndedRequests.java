// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.fairlead.sim.jobs.outcome.RequestEnd;

/** Counts what became of requests. */
final class EndedRequests {
    /** Of the time from a request to its task's launch, by which the launch may be off and is on time still. */
    private static final double ON_TIME_SHARE = 0.25;

    private final long[] requests = new long[RequestEnd.values().length];
    private final double[] wastedBytes = new double[requests.length];
    private long onTime;
    /** The last of each part that nobody asked for any more before its launch. */
    private final Map<InputPart, Changed> changed = new HashMap<>();

    private record Changed(int machine, double wastedBytes) {}

    /**
     * A request is over.
     *
     * @param wasted bytes that were fetched and read by nobody
     */
    void over(FetchRequest request, RequestEnd end, double wasted) {
        count(end, 1, wasted);
        if (end == RequestEnd.CHANGED) {
            changed.put(request.part(), new Changed(request.machine(), wasted));
        }
    }

    /** A part's task was launched. */
    void launched(InputPart part, int machine) {
        Changed was = changed.remove(part);
        if (was != null && was.machine == machine) {
            count(RequestEnd.CHANGED, -1, -was.wastedBytes);
            count(RequestEnd.REGRETTED, 1, was.wastedBytes);
        }
    }

    /** The task of a request was launched where it said. */
    void launchedThere(Fetch fetch, double nowSeconds) {
        double off = Math.abs(nowSeconds - fetch.expectedSeconds);
        onTime += off <= ON_TIME_SHARE * (nowSeconds - fetch.askedSeconds) ? 1 : 0;
    }

    @SuppressWarnings("EnumOrdinal")
    private void count(RequestEnd end, int more, double wasted) {
        requests[end.ordinal()] += more;
        wastedBytes[end.ordinal()] += wasted;
    }

    RequestCounts counts() {
        return new RequestCounts(
                Arrays.stream(requests).boxed().toList(),
                Arrays.stream(wastedBytes).boxed().toList(),
                onTime);
    }
}
