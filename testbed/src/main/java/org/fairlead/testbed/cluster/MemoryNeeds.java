package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How much memory the processes of a testbed take, from what they were measured to take at the end of a run. */
public final class MemoryNeeds {
    private static final long MEBIBYTE = 1L << 20;
    /** The testbed's own process and that of the HDFS clients. */
    private static final long OWN = 500 * MEBIBYTE;

    private static final long NAME_NODE = 220 * MEBIBYTE;
    private static final long DATA_NODE = 150 * MEBIBYTE;
    private static final long MASTER = 200 * MEBIBYTE;
    private static final long WORKER = 170 * MEBIBYTE;
    private static final long DRIVER = 700 * MEBIBYTE;
    private static final long EXECUTOR = 480 * MEBIBYTE;

    private MemoryNeeds() {}

    /**
     * Bytes at the peak.
     *
     * @param hdfsClusters that run side by side
     * @param workers 0 without Spark
     * @param applications that live side by side, each with an executor on every worker
     */
    public static long bytes(int dataNodes, int hdfsClusters, int workers, int applications) {
        long hdfs = hdfsClusters * (NAME_NODE + dataNodes * DATA_NODE);
        long spark = workers == 0 ? 0 : MASTER + workers * WORKER + applications * (DRIVER + workers * EXECUTOR);
        return OWN + hdfs + spark;
    }

    /** Memory that programs could get now without others losing it, in bytes. */
    public static long available() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(Long.MAX_VALUE); // not a reason to refuse: the machine does not tell
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
