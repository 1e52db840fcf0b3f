// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

/** Estimates what a cluster will need, from measured resident sizes, so that too little is said before anything starts. */
public final class ClusterMemory {
    private static final long MIB = 1 << 20;

    // Daemons: measured (PSS, JDK 17) after the start of 12 DataNodes and after warm TPC-H rounds, rounded up.
    // The processes of the testbed itself: generous guesses. An executor with 512 MiB of heap: 215 MiB fresh, up to 360
    // MiB after queries.
    private static final long NAMENODE = 190 * MIB;
    private static final long DATANODE = 165 * MIB;
    private static final long SPARK_DAEMON = 155 * MIB;
    private static final long CLIENTS = 350 * MIB;
    private static final long TESTBED = 300 * MIB;
    /** Of an executor's heap, in queries that do not go on for long. */
    private static final double USUAL_HEAP_SHARE = 0.4;
    /** What a JVM of Spark's needs beyond its heap. */
    private static final long BEYOND_HEAP = 180 * MIB;

    private ClusterMemory() {}

    /**
     * Bytes of memory for everything at once.
     *
     * @param hdfsClusters distinct configurations of HDFS, each with all DataNodes
     * @param applications distinct configurations of Spark, each with an executor on every worker; 0 without Spark
     */
    public static long estimateBytes(
            int dataNodes, int hdfsClusters, int workers, int applications, SparkSettings settings) {
        long hdfs = hdfsClusters * (NAMENODE + dataNodes * DATANODE);
        long spark = applications == 0
                ? 0
                : (workers + 1) * SPARK_DAEMON
                        + applications
                                * (settings.driverMebibytes() * MIB
                                        + BEYOND_HEAP
                                        + workers
                                                * ((long) (settings.executorMebibytes() * MIB * USUAL_HEAP_SHARE)
                                                        + BEYOND_HEAP));
        return TESTBED + CLIENTS + hdfs + spark;
    }

    /** Bytes by which executors can grow beyond the estimate: a heap that is used for long fills, whatever lives in it. */
    public static long growthBytes(int workers, int applications, SparkSettings settings) {
        return (long) ((1 - USUAL_HEAP_SHARE) * applications * workers * settings.executorMebibytes() * MIB);
    }
}
