// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.util.concurrent.atomic.LongAdder;

/** How often tasks of this process kept away from slow hosts. One for all file systems that Spark and Hadoop make by themselves. Safe for threads. */
public final class AvoidedHosts {
    private static final LongAdder READ = new LongAdder();
    private static final LongAdder WRITTEN = new LongAdder();

    private AvoidedHosts() {}

    /** Another replica of a block was put first, since the DataNode of the first one gave slowly: of a block of a file that is opened, or of one that is left. */
    public static void read() {
        READ.increment();
    }

    /** The NameNode was asked to put a file's replicas on other hosts. */
    public static void written() {
        WRITTEN.increment();
    }

    /** Blocks so far. */
    public static long blocksRead() {
        return READ.sum();
    }

    /** Files so far. */
    public static long filesWritten() {
        return WRITTEN.sum();
    }
}
