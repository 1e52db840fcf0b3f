// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import io.netty.util.internal.PlatformDependent;
import java.io.Serializable;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.BlockInfo;
import org.apache.spark.storage.BlockInfoManager;
import scala.Option;

/** The most memory that executors had, as a job's own tasks see that look for it. */
final class ExecutorMemory {
    private static final long LOOK_MILLIS = 200;
    private static final long EVERY_MILLIS = 5;
    /** Tasks that ask executors, so that each of these gets some. */
    private static final int ASKS = 40;

    private static final long ASK_MILLIS = 50;

    /** Of this process, by what its tasks did. */
    private static final Map<String, Most> SEEN = new HashMap<>();

    private ExecutorMemory() {}

    /**
     * The most that was seen of each, not all at once.
     *
     * @param heldBytes of copies, in Spark's storage
     * @param storageBytes of all blocks, as Spark's memory manager counts them
     * @param liveHeapBytes what a collection left of the heap
     * @param nativeBytes of direct buffers, the JDK's and Netty's
     */
    record Most(long heldBytes, long storageBytes, long liveHeapBytes, long nativeBytes) implements Serializable {
        private Most or(Most other) {
            return new Most(
                    Math.max(heldBytes, other.heldBytes),
                    Math.max(storageBytes, other.storageBytes),
                    Math.max(liveHeapBytes, other.liveHeapBytes),
                    Math.max(nativeBytes, other.nativeBytes));
        }
    }

    private record Told(String executor, Map<String, Most> seen) implements Serializable {}

    /** Each task looks for 0.2 s, and has what lives on the heap counted then. */
    static Disturbance lookedAt(String by) {
        return () -> {
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < LOOK_MILLIS * 1_000_000) {
                saw(by, new Most(heldBytes(), storageBytes(), 0, nativeBytes()));
                Thread.sleep(EVERY_MILLIS);
            }
            saw(by, new Most(0, 0, liveHeapBytes(), 0));
        };
    }

    /** What tasks have seen in the executor that had most, by what they did; two executors run. */
    static Map<String, Most> most(SparkContext context) {
        List<Told> told = JavaSparkContext.fromSparkContext(context)
                .parallelize(IntStream.range(0, ASKS).boxed().toList(), ASKS)
                .map(number -> {
                    Thread.sleep(ASK_MILLIS);
                    return new Told(SparkEnv.get().executorId(), seen());
                })
                .collect();
        if (told.stream().map(Told::executor).distinct().count() != 2) {
            throw new IllegalStateException("not both executors were asked");
        }
        Map<String, Most> most = new TreeMap<>();
        told.forEach(each -> each.seen().forEach((by, one) -> most.merge(by, one, Most::or)));
        return most;
    }

    private static void saw(String by, Most now) {
        synchronized (SEEN) {
            SEEN.merge(by, now, Most::or);
        }
    }

    private static Map<String, Most> seen() {
        synchronized (SEEN) {
            return new HashMap<>(SEEN);
        }
    }

    private static long heldBytes() {
        BlockInfoManager blocks = SparkEnv.get().blockManager().blockInfoManager();
        return CopyDisturbance.copies().stream()
                .mapToLong(copy -> {
                    Option<BlockInfo> found = blocks.get(copy);
                    return found.isDefined() ? found.get().size() : 0;
                })
                .sum();
    }

    private static long storageBytes() {
        return SparkEnv.get().memoryManager().storageMemoryUsed();
    }

    private static long liveHeapBytes() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                .sum();
    }

    private static long nativeBytes() {
        long byJdk = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return byJdk + Math.max(0, PlatformDependent.usedDirectMemory());
    }
}
