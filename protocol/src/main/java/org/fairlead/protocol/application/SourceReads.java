// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.Comparator;

/**
 * What was read from one source, and for how long readers waited for it.
 *
 * @param kind {@link #HDFS}: from a DataNode; {@link #SHUFFLE}: map output from an executor; else the scheme of a file system, such as {@code file} or {@code s3a}
 * @param source the host that gives; empty where only all of a kind together is known
 * @param local whether it is the reader's host
 * @param bytes that it gave
 * @param seconds for which readers waited for it; null where that is not measured
 * @param requests that it was sent; 0 where they are not counted
 */
public record SourceReads(String kind, String source, boolean local, long bytes, Double seconds, long requests) {
    public static final String HDFS = "hdfs";
    public static final String SHUFFLE = "shuffle";

    /** Those that were waited for longest first. */
    public static final Comparator<SourceReads> LONGEST_FIRST = Comparator.comparingDouble(SourceReads::waited)
            .thenComparingLong(SourceReads::bytes)
            .reversed()
            .thenComparing(SourceReads::kind)
            .thenComparing(SourceReads::source);

    public SourceReads {
        kind = MissingPart.text(kind);
        source = MissingPart.text(source);
        if (bytes < 0 || requests < 0 || (seconds != null && !(seconds >= 0 && seconds < Double.MAX_VALUE))) {
            throw new IllegalArgumentException("bytes, seconds, requests: numbers from 0 are expected");
        }
    }

    /** This and another one of the same source. */
    public SourceReads and(SourceReads other) {
        return new SourceReads(
                kind,
                source,
                local,
                bytes + other.bytes,
                seconds == null && other.seconds == null ? null : waited() + other.waited(),
                requests + other.requests);
    }

    /** Seconds; 0 where they are not measured. */
    public double waited() {
        return seconds == null ? 0 : seconds;
    }
}
