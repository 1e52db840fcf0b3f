// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.outcome;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What became of requests for input ahead of its task. Each block of a task is a request of its own.
 *
 * @param requests by {@link RequestEnd#ordinal()}
 * @param wastedBytes of these, what was fetched and read by nobody; together {@link FetchedBytes#wasted}
 * @param onTime of those whose task was launched where they said, those that foresaw when: off by at most a quarter of the time from the request to the launch
 */
public record RequestCounts(List<Long> requests, List<Double> wastedBytes, long onTime) {
    private static final int ENDS = RequestEnd.values().length;

    /** Nobody asked for anything. */
    public static final RequestCounts NONE =
            new RequestCounts(Collections.nCopies(ENDS, 0L), Collections.nCopies(ENDS, 0.0), 0);

    public RequestCounts {
        requests = List.copyOf(requests);
        wastedBytes = List.copyOf(wastedBytes);
    }

    @SuppressWarnings("EnumOrdinal")
    public long requests(RequestEnd end) {
        return requests.get(end.ordinal());
    }

    @SuppressWarnings("EnumOrdinal")
    public double wastedBytes(RequestEnd end) {
        return wastedBytes.get(end.ordinal());
    }

    public long all() {
        return requests.stream().mapToLong(Long::longValue).sum();
    }

    private long right() {
        return Arrays.stream(RequestEnd.values())
                .filter(RequestEnd::isRight)
                .mapToLong(this::requests)
                .sum();
    }

    /** Share of requests whose task was launched where they said; NaN where there are none. */
    public double rightShare() {
        return all() == 0 ? Double.NaN : right() / (double) all();
    }

    /** Of those, the share that foresaw when; NaN where there are none. */
    public double onTimeShare() {
        return right() == 0 ? Double.NaN : onTime / (double) right();
    }

    /** Of two runs together. */
    public RequestCounts and(RequestCounts other) {
        return new RequestCounts(
                IntStream.range(0, ENDS)
                        .mapToObj(end -> requests.get(end) + other.requests.get(end))
                        .toList(),
                IntStream.range(0, ENDS)
                        .mapToObj(end -> wastedBytes.get(end) + other.wastedBytes.get(end))
                        .toList(),
                onTime + other.onTime);
    }
}
