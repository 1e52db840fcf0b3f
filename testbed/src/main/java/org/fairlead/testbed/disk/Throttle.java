// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.testbed.processor.TestbedGroup;

/**
 * Limits a block device's rates through the kernel's control groups: version 1 where its {@code blkio} hierarchy is
 * mounted (a limit of the root group, which holds for everybody, so for buffered writes too), else version 2 (the {@linkplain TestbedGroup testbed's
 * own group}, a leaf of which this process and all that it starts join).
 *
 * <p>Version 1 keeps a limit as long as the device's number exists. The numbers are therefore written down in the testbed's
 * directory before a limit is set, and {@link #lift} undoes what is written there.
 */
public final class Throttle {
    private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/blkio");
    private static final String WRITTEN_DOWN = "throttled";
    private static final List<String> DIRECTIONS = List.of("read", "write");

    private Throttle() {}

    /**
     * Sets a limit.
     *
     * @param testbed the testbed's directory
     * @param device {@code major:minor}
     */
    static void set(Path testbed, String device, Host.Disk disk) throws IOException {
        Files.writeString(
                testbed.resolve(WRITTEN_DOWN), device + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        long read = Math.round(disk.readBytesPerSecond());
        long write = Math.round(disk.writeBytesPerSecond());
        if (Files.exists(file("read"))) {
            Files.writeString(file("read"), device + " " + read);
            Files.writeString(file("write"), device + " " + write);
        } else {
            Path group = joinedGroup(testbed);
            Files.writeString(group.resolve("io.max"), device + " rbps=" + read + " wbps=" + write);
        }
    }

    /** Removes every limit that was set for a testbed, of version 2 once its processes have ended; without effect when there is none. */
    public static void lift(Path testbed) throws IOException {
        TestbedGroup.of(testbed).removeEmpty();
        Path writtenDown = testbed.resolve(WRITTEN_DOWN);
        try {
            for (String device : Files.readAllLines(writtenDown)) {
                for (String direction : DIRECTIONS) {
                    if (Files.exists(file(direction))) {
                        Files.writeString(file(direction), device + " 0");
                    }
                }
            }
            Files.deleteIfExists(writtenDown); // the next one with such a device is somebody else's
        } catch (NoSuchFileException e) {
            // nothing was throttled
        }
    }

    private static Path file(String direction) {
        return VERSION_1.resolve("blkio.throttle." + direction + "_bps_device");
    }

    private static Path joinedGroup(Path testbed) throws IOException {
        if (!TestbedGroup.isKnown()) {
            throw new IOException("this kernel has neither blkio (version 1) nor io (version 2) control groups,"
                    + " which slow disks need; leave 'disk' out of the topology");
        }
        Path group = TestbedGroup.of(testbed).with("+io +memory");
        Path all = Files.createDirectories(group.resolve("all"));
        Files.writeString(
                all.resolve("cgroup.procs"),
                Long.toString(ProcessHandle.current().pid()));
        return group;
    }
}
