// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.application.SourceReads;

/**
 * Tells by the stack of a task's thread which file system it reads from at this moment. For those whose streams cannot be counted without another class in their place: files of this host,
 * S3, and blocks of HDFS that are read past the network.
 */
final class ReadingFrames {
    /** Beginnings of the names of classes that read, by their file system's scheme. */
    private static final Map<String, String> SCHEMES = Map.of(
            "org.apache.hadoop.fs.RawLocalFileSystem", "file",
            "org.apache.hadoop.fs.s3a.", "s3a",
            "org.apache.hadoop.hdfs.client.impl.BlockReaderLocal", SourceReads.HDFS);

    private static final String HADOOP = "org.apache.hadoop.";
    private static final String READ = "read";

    private ReadingFrames() {}

    /** Whether what a file system gives is timed by this. */
    static boolean knows(String scheme) {
        return SCHEMES.containsValue(scheme);
    }

    /** The scheme of the file system that is read from; empty where none is. */
    static Optional<String> scheme(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith(HADOOP) && frame.getMethodName().startsWith(READ)) {
                for (Map.Entry<String, String> each : SCHEMES.entrySet()) {
                    if (frame.getClassName().startsWith(each.getKey())) {
                        return Optional.of(each.getValue());
                    }
                }
            }
        }
        return Optional.empty();
    }
}
