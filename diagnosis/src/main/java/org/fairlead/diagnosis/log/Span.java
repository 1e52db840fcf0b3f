// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A stretch of time, in milliseconds since the epoch. */
public record Span(long fromMillis, long toMillis) {
    public long millis() {
        return Math.max(0, toMillis - fromMillis);
    }

    /** What is covered by at least one of them, in milliseconds. */
    public static long covered(List<Span> spans) {
        List<Span> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingLong(Span::fromMillis));
        long covered = 0;
        long until = Long.MIN_VALUE;
        for (Span span : sorted) {
            long from = Math.max(until, span.fromMillis);
            covered += Math.max(0, span.toMillis - from);
            until = Math.max(until, span.toMillis);
        }
        return covered;
    }
}
