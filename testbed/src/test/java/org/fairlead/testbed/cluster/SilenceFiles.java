// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.fairlead.testbed.network.Fabric;

/** The files of a {@link SilenceDrill}: what hosts of the emulated network write to an HDFS and read from it. */
final class SilenceFiles {
    /** Who writes. */
    static final String WRITER = "h1";

    private static final int BLOCKS = 12;
    private static final int BLOCK_BYTES = 2 << 20;

    private final Fabric fabric;
    private final Random random;
    private int written;

    SilenceFiles(Fabric fabric, Random random) {
        this.fabric = fabric;
        this.random = random;
    }

    /**
     * Writes a file, and adds how long that took.
     *
     * @return its path
     */
    String write(HdfsCluster hdfs, List<Double> seconds) throws Exception {
        String path = "/silence/" + written++;
        byte[] bytes = new byte[64 << 10];
        random.nextBytes(bytes);
        seconds.add(on(WRITER, hdfs, system -> {
            long start = System.nanoTime();
            try (FSDataOutputStream out = system.create(new Path(path), true, bytes.length, (short) 3, BLOCK_BYTES)) {
                for (int done = 0; done < BLOCKS * BLOCK_BYTES; done += bytes.length) {
                    out.write(bytes);
                }
            }
            return (System.nanoTime() - start) / 1e9;
        }));
        return path;
    }

    /** Writes lines of text four times as long, always to the same path. */
    String writeText(HdfsCluster hdfs) throws Exception {
        String path = "/silence/text";
        byte[] line = "the quick brown fox jumps over the lazy dog again and again until it is cut\n"
                .getBytes(StandardCharsets.US_ASCII);
        return on(WRITER, hdfs, system -> {
            try (FSDataOutputStream out = system.create(new Path(path), true, 64 << 10, (short) 3, BLOCK_BYTES)) {
                for (int done = 0; done < 4 * BLOCKS * BLOCK_BYTES; done += line.length) {
                    out.write(line);
                }
            }
            return path;
        });
    }

    /** A reader that is not the silent host itself. */
    private static String reader(String silent) {
        return silent.equals("h2") ? "h3" : "h2";
    }

    /** Reads a file from a host that is not the silent one; in seconds. */
    double read(HdfsCluster hdfs, String path, String silent) throws Exception {
        byte[] bytes = new byte[64 << 10];
        return on(reader(silent), hdfs, system -> {
            long start = System.nanoTime();
            try (FSDataInputStream in = system.open(new Path(path))) {
                while (in.read(bytes) >= 0) {
                    // to the end
                }
            }
            return (System.nanoTime() - start) / 1e9;
        });
    }

    /** Of all blocks that were written before: how many a reader on {@code h2} or {@code h3} is told to read from the host first. */
    long firstFrom(HdfsCluster hdfs, String host) throws Exception {
        return on(reader(host), hdfs, system -> {
            long first = 0;
            for (int file = 0; file < written; file++) {
                Path path = new Path("/silence/" + file);
                if (system.exists(path)) {
                    for (BlockLocation block : system.getFileBlockLocations(path, 0, Long.MAX_VALUE)) {
                        first += block.getHosts().length > 1 && block.getHosts()[0].equals(host) ? 1 : 0;
                    }
                }
            }
            return first;
        });
    }

    private interface Work<T> {
        T on(FileSystem system) throws IOException;
    }

    private <T> T on(String host, HdfsCluster hdfs, Work<T> work) throws Exception {
        return fabric.callOn(host, () -> {
            Configuration configuration = new Configuration();
            for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
                configuration.addResource(
                        new Path(hdfs.configurationDirectory().resolve(file).toUri()));
            }
            configuration.set("dfs.client.context", host + "-" + hdfs.uri().replaceAll("[^a-z0-9]", "-"));
            try (FileSystem system = FileSystem.newInstance(configuration)) {
                return work.on(system);
            }
        });
    }
}
