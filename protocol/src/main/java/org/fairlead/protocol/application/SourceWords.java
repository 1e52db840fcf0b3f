// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import org.fairlead.report.Amounts;

/** What was read from a source, as people read it. */
public final class SourceWords {
    private SourceWords() {}

    /** {@code DataNode h5}, {@code DataNode h5, on the same host}, {@code executors on h5}, {@code s3a}. */
    public static String of(SourceReads source) {
        String near = source.local() ? ", on the same host" : "";
        return switch (source.kind()) {
            case SourceReads.HDFS ->
                source.source().isEmpty() ? "HDFS, past the network" : "DataNode " + source.source() + near;
            case SourceReads.SHUFFLE ->
                source.source().isEmpty() ? "executors, not told apart" : "executors on " + source.source() + near;
            default -> source.source().isEmpty() ? source.kind() : source.kind() + " " + source.source();
        };
    }

    /** {@code 48.2 MB/s}: bytes by the time that was waited for them; empty where that is not known. */
    public static String rate(SourceReads source) {
        return source.waited() > 0 && source.bytes() > 0
                ? Amounts.text(source.bytes() / source.waited(), "bytes") + "/s"
                : "";
    }

    /** {@code DataNode h5 96.0 MB, waited 3.20 s (30.0 MB/s)}. */
    public static String sentence(SourceReads source) {
        String rate = rate(source);
        return of(source) + " " + Amounts.text((double) source.bytes(), "bytes")
                + (source.seconds() == null
                        ? ", waiting not measured"
                        : ", waited " + Amounts.text(source.seconds(), "s"))
                + (rate.isEmpty() ? "" : " (" + rate + ")");
    }
}
