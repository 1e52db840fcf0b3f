// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.disk;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/** Prints at how many bytes per second a disk of 10 MB/s is written, buffered and then forced, and then read. */
final class SlowDiskProbe {
    private static final int MEGABYTES = 50;

    private SlowDiskProbe() {}

    public static void main(String[] arguments) throws Exception {
        Path testbed = Path.of(arguments[0]);
        Topology topology = new Topology.Builder("t")
                .host("h1", "r1", Set.of(), Optional.of(new Host.Disk(10e6, 10e6)))
                .host("h2", "r1")
                .build();
        try (SlowDisks disks = SlowDisks.mount(topology, testbed)) {
            if (disks.mounts().size() != 1) {
                throw new IllegalStateException("h1 alone has a slow disk");
            }
            Path file = disks.mounts().get("h1").resolve("data");
            long start = System.nanoTime();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                for (int i = 0; i < MEGABYTES; i++) {
                    channel.write(ByteBuffer.allocate(1_000_000));
                }
                channel.force(true);
            }
            System.out.println(MEGABYTES * 1e6 / ((System.nanoTime() - start) / 1e9));
            disks.forgetCached();
            long reading = System.nanoTime();
            long bytes = Files.readAllBytes(file).length;
            System.out.println((double) bytes / ((System.nanoTime() - reading) / 1e9));
        }
    }
}
