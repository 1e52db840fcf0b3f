// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/** What the DataNodes of a cluster have served to readers, by host. */
public final class ServedBytes {
    private static final long QUIET_MILLIS = 100;

    private ServedBytes() {}

    /** So far, once nothing has been counted for a while: a DataNode counts after it has sent, and what was read before is not to count later. */
    public static Map<String, Long> of(MiniDFSCluster hdfs) throws ReflectiveOperationException, InterruptedException {
        Map<String, Long> before = now(hdfs);
        while (true) {
            Thread.sleep(QUIET_MILLIS);
            Map<String, Long> after = now(hdfs);
            if (after.equals(before)) {
                return after;
            }
            before = after;
        }
    }

    private static Map<String, Long> now(MiniDFSCluster hdfs) throws ReflectiveOperationException {
        Map<String, Long> served = new HashMap<>();
        for (DataNode datanode : hdfs.getDataNodes()) {
            Field counter = datanode.getMetrics().getClass().getDeclaredField("bytesRead");
            counter.setAccessible(true);
            MutableCounterLong bytes = (MutableCounterLong) counter.get(datanode.getMetrics());
            served.put(datanode.getDatanodeId().getHostName(), bytes.value());
        }
        return served;
    }

    /** What was served since, once it is at least so much: a DataNode counts after it has sent. */
    public static Map<String, Long> since(Map<String, Long> before, MiniDFSCluster hdfs, long least)
            throws ReflectiveOperationException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (true) {
            Map<String, Long> served = now(hdfs);
            before.forEach((host, bytes) -> served.merge(host, -bytes, Long::sum));
            long all = served.values().stream().mapToLong(Long::longValue).sum();
            if (all >= least || System.nanoTime() - end > 0) {
                return served;
            }
            Thread.sleep(5);
        }
    }
}
