// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.testbed.network.Command;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory whose files are in memory alone, whatever the machine's disks do. Takes none while it is empty. Mounted in a sandbox, it is gone with it. */
public final class MemoryDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryDirectory.class);

    private final Path path;

    private MemoryDirectory(Path path) {
        this.path = path;
    }

    /**
     * Makes it.
     *
     * @param path made when absent
     * @throws IOException if it cannot be mounted
     */
    public static MemoryDirectory mount(Path path) throws IOException {
        Files.createDirectories(path);
        Command.run(List.of("mount", "-t", "tmpfs", "-o", "mode=0755", "fairlead-memory", path.toString()));
        return new MemoryDirectory(path);
    }

    @Override
    public void close() {
        try {
            Command.run(List.of("umount", "--lazy", path.toString()));
        } catch (IOException e) {
            LOG.warn("{} stays until the sandbox ends: {}", path, e.getMessage());
        }
    }
}
