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
        return merged(spans).stream().mapToLong(Span::millis).sum();
    }

    /** What is covered by at least one of them, in its order: spans that do not overlap. */
    public static List<Span> merged(List<Span> spans) {
        List<Span> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingLong(Span::fromMillis));
        List<Span> merged = new ArrayList<>();
        for (Span span : sorted) {
            Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last == null || span.fromMillis > last.toMillis) {
                merged.add(span);
            } else if (span.toMillis > last.toMillis) {
                merged.set(merged.size() - 1, new Span(last.fromMillis, span.toMillis));
            }
        }
        return merged;
    }
}
