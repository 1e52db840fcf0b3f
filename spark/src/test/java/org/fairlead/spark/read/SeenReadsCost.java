// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.status.TaskThread;

/**
 * What counting and watching cost a task that does nothing but read from a DataNode: processor time of its thread for a file of 256 MB that the DataNode has in its page cache, through Hadoop's own client and
 * through ours in turns, on one machine. Arguments: turns (20). Prints both medians, and by how much ours takes more than stock in the turn beside it, with a 95 % interval.
 */
public final class SeenReadsCost {
    private static final int BLOCK = 64 << 20;
    private static final int BYTES = 4 * BLOCK;
    private static final int WARM = 4;
    private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final byte[] BUFFER = new byte[64 << 10];

    private SeenReadsCost() {}

    public static void main(String[] arguments) throws Exception {
        int turns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        Path directory = Files.createTempDirectory("seen-reads-cost");
        try (SmallHdfs hdfs =
                        SmallHdfs.builder().set("dfs.blocksize", "" + BLOCK).start(directory);
                FileSystem stock = FileSystem.newInstance(hdfs.daemons().getURI(), hdfs.conf());
                FileSystem ours = hdfs.ofTasks()) {
            hdfs.write(FILE.toString(), SmallHdfs.content(BYTES, 1));
            double[] plain = new double[turns];
            double[] counted = new double[turns];
            for (int turn = -WARM; turn < turns; turn++) {
                boolean oursFirst = turn % 2 == 0;
                double first = millis(oursFirst ? ours : stock);
                double second = millis(oursFirst ? stock : ours);
                if (turn >= 0) {
                    plain[turn] = oursFirst ? second : first;
                    counted[turn] = oursFirst ? first : second;
                }
            }
            double mean = 0;
            double squares = 0;
            for (int turn = 0; turn < turns; turn++) {
                double more = counted[turn] / plain[turn] - 1;
                mean += more / turns;
                squares += more * more / turns;
            }
            double off = 1.96 * Math.sqrt((squares - mean * mean) / turns);
            Arrays.sort(plain);
            Arrays.sort(counted);
            System.out.println(String.format(
                    Locale.ROOT,
                    "processor time for %d MB: stock %.1f ms, counted %.1f ms (medians of %d); more by %.2f %% (mean; 95 %%: %.2f to %.2f %%)",
                    BYTES >> 20,
                    plain[turns / 2],
                    counted[turns / 2],
                    turns,
                    100 * mean,
                    100 * (mean - off),
                    100 * (mean + off)));
        } finally {
            delete(directory);
        }
    }

    private static double millis(FileSystem files) throws IOException {
        TaskThread.enter(PlacedSource.with(new Properties(), PlacedSource.BY_OBSERVATION));
        TaskThread.count();
        long begun = THREADS.getCurrentThreadCpuTime();
        try (FSDataInputStream in = files.open(FILE)) {
            for (int left = BYTES; left > 0; ) {
                left -= in.read(BUFFER, 0, Math.min(left, BUFFER.length));
            }
        }
        double millis = (THREADS.getCurrentThreadCpuTime() - begun) / 1e6;
        TaskThread.leave();
        EndedReads.take(10);
        return millis;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
