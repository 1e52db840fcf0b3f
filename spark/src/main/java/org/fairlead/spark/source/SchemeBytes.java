// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;

/** Bytes that a thread has read so far, by the scheme of the file system, as Hadoop counts them. */
final class SchemeBytes {
    private SchemeBytes() {}

    @SuppressWarnings("deprecation") // what Hadoop offers in its place does not tell threads apart
    static Map<String, Long> ofThisThread() {
        Map<String, Long> bytes = new HashMap<>();
        for (FileSystem.Statistics statistics : FileSystem.getAllStatistics()) {
            bytes.merge(statistics.getScheme(), statistics.getThreadStatistics().getBytesRead(), Long::sum);
        }
        return bytes;
    }
}
