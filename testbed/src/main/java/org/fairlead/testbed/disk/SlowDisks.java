// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.network.Command;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file system of its own for each host whose topology gives its disk's rates: a loop device over a sparse file, with
 * direct I/O so that only its own page cache hides it, mounted, and throttled.
 *
 * <p>The loop device is marked to vanish with its last user and its file is unlinked at once: when the sandbox's mounts go,
 * however they go, both are gone.
 */
public final class SlowDisks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlowDisks.class);

    /** Size of each file system; takes room only as it fills. */
    private static final long BYTES = 16L << 30;

    private final Path testbed;
    private final Path disksOfAll;
    private final Map<String, Path> mounts = new LinkedHashMap<>();
    private final Map<String, String> devices = new LinkedHashMap<>();

    private SlowDisks(Path testbed, Path directory) {
        this.testbed = testbed;
        disksOfAll = directory.resolve("disks");
    }

    /** The same with all files in the testbed's directory. */
    public static SlowDisks mount(Topology topology, Path testbed) throws IOException {
        return mount(topology, testbed, testbed);
    }

    /**
     * Makes the disks; none when no host has a slow one.
     *
     * @param testbed the testbed's directory, where limits are noted
     * @param directory for the disks, in it or the same
     * @throws IOException with the step that failed; what was made by then is removed again
     */
    public static SlowDisks mount(Topology topology, Path testbed, Path directory) throws IOException {
        SlowDisks disks = new SlowDisks(testbed, directory);
        boolean complete = false;
        try {
            for (Host host : topology.hosts()) {
                if (host.disk().isPresent()) {
                    disks.mount(host.name(), host.disk().get());
                }
            }
            complete = true;
            return disks;
        } finally {
            if (!complete) {
                disks.close();
            }
        }
    }

    /** Where the slow disks are mounted, by host. */
    public Map<String, Path> mounts() {
        return Map.copyOf(mounts);
    }

    /** Writes back and forgets what memory holds of the disks' files, so that the next read is as slow as the disk is. */
    public void forgetCached() throws IOException {
        for (Path mount : mounts.values()) {
            run("sync", "--file-system", mount.toString());
            // Copies nothing; with this flag and nothing to copy, dd drops the whole file from the page cache.
            run(
                    "find",
                    mount.toString(),
                    "-type",
                    "f",
                    "-exec",
                    "dd",
                    "if={}",
                    "iflag=nocache",
                    "count=0",
                    "status=none",
                    ";");
        }
    }

    /** Gives a host's disk other rates, from now on. */
    public void throttle(String host, Host.Disk disk) throws IOException {
        Throttle.set(testbed, devices.get(host), disk);
    }

    private void mount(String host, Host.Disk disk) throws IOException {
        Path directory = Files.createDirectories(disksOfAll.resolve(host));
        Path image = disksOfAll.resolve(host + ".image");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(BYTES);
        }
        run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=1", image.toString());
        String device = run("losetup", "--find", "--show", "--direct-io=on", image.toString());
        try {
            run("mount", "-o", "noatime", device, directory.toString());
            mounts.put(host, directory);
            String number = Files.readString(
                            Path.of("/sys/block", Path.of(device).getFileName().toString(), "dev"))
                    .strip();
            devices.put(host, number);
            Throttle.set(testbed, number, disk);
        } finally {
            run("losetup", "--detach", device); // takes effect when nothing is mounted any more
            Files.delete(image);
        }
    }

    @Override
    public void close() {
        try {
            Throttle.lift(testbed);
        } catch (IOException e) {
            LOG.warn("a disk limit may stay: {}", e.getMessage());
        }
        for (Path mount : mounts.values()) {
            try {
                run("umount", "--lazy", mount.toString());
            } catch (IOException e) {
                LOG.warn("{} stays until the sandbox ends: {}", mount, e.getMessage());
            }
        }
        mounts.clear();
    }

    private static String run(String... command) throws IOException {
        return Command.run(List.of(command)).strip();
    }
}
