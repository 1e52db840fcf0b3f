// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.processor.ProcessorLimits;

/**
 * Prints at how many bytes per second a disk of 10 MB/s is written, buffered and then forced, then read, and then written by a program that has half a
 * processor.
 */
final class SlowDiskProbe {
    private static final int MEGABYTES = 50;
    private static final int MOST_LOOKS = 4;
    /** Bytes per second. */
    private static final double ENOUGH = 9e6;

    private SlowDiskProbe() {}

    public static void main(String[] arguments) throws Exception {
        Path testbed = Path.of(arguments[0]);
        Topology topology = new Topology.Builder("t")
                .host("h1", "r1", Set.of(), Optional.of(new Host.Disk(10e6, 10e6)))
                .host("h2", "r1")
                .build();
        try (SlowDisks disks = SlowDisks.mount(topology, testbed, testbed.resolve("stand"))) {
            if (disks.mounts().size() != 1 || Files.notExists(testbed.resolve("throttled"))) {
                throw new IllegalStateException("h1 alone has a slow disk, and its limit is noted");
            }
            Path file = disks.mounts().get("h1").resolve("data");
            printMost(() -> written(file));
            printMost(() -> {
                disks.forgetCached();
                return read(file);
            });
            printMost(() -> writtenWithHalfAProcessor(testbed, disks.mounts().get("h1")));
        }
    }

    private interface Rate {
        double bytesPerSecond() throws Exception;
    }

    /** Where others keep the machine from giving what the disk has, it is measured again. */
    private static void printMost(Rate rate) throws Exception {
        double most = 0;
        for (int look = 0; look < MOST_LOOKS && most < ENOUGH; look++) {
            most = Math.max(most, rate.bytesPerSecond());
        }
        System.out.println(most);
    }

    private static double written(Path file) throws IOException {
        long start = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = 0; i < MEGABYTES; i++) {
                channel.write(ByteBuffer.allocate(1_000_000));
            }
            channel.force(true);
        }
        return MEGABYTES * 1e6 / ((System.nanoTime() - start) / 1e9);
    }

    private static double read(Path file) throws IOException {
        long start = System.nanoTime();
        long bytes = Files.readAllBytes(file).length;
        return (double) bytes / ((System.nanoTime() - start) / 1e9);
    }

    private static double writtenWithHalfAProcessor(Path testbed, Path mount) throws Exception {
        String copy = "read go; exec dd if=/dev/zero of=more bs=1000000 conv=fsync status=none count=" + MEGABYTES;
        Process copying = new ProcessBuilder("sh", "-c", copy)
                .directory(mount.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ProcessorLimits.Limit limit = ProcessorLimits.set(testbed, "h1", 0.5, List.of(copying.toHandle()));
        try {
            long start = System.nanoTime();
            try (OutputStream go = copying.getOutputStream()) {
                go.write('\n');
            }
            copying.waitFor();
            return MEGABYTES * 1e6 / ((System.nanoTime() - start) / 1e9);
        } finally {
            limit.close();
        }
    }
}
