// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.status.TaskThread;

/** A task on this thread, of which is counted what DataNodes give to it. */
final class CountedTask {
    private CountedTask() {}

    /** @param source that it was placed for */
    static void enter(List<String> source) {
        TaskThread.enter(PlacedSource.with(new Properties(), source));
        TaskThread.count();
        EndedReads.take(Integer.MAX_VALUE);
    }

    /** Has a block read from a host first. */
    static void reads(LocatedBlock block, String host) {
        List<String> names =
                Arrays.stream(block.getLocations()).map(DatanodeID::getHostName).toList();
        Collections.rotate(Arrays.asList(block.getLocations()), -names.indexOf(host));
        block.updateCachedStorageInfo();
    }

    /** It ends. @return bytes that a host gave to it */
    static long leave(String host) {
        TaskThread.leave();
        return EndedReads.take(10).stream()
                .flatMap(task -> task.sources().stream())
                .filter(each -> each.source().equals(host))
                .mapToLong(SourceReads::bytes)
                .sum();
    }
}
