// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names of emulated hosts, for every program in the sandbox. */
final class HostNames {
    private static final Logger LOG = LoggerFactory.getLogger(HostNames.class);
    private static final Path HOSTS_FILE = Path.of("/etc/hosts");

    private HostNames() {}

    /** Writes a hosts file, these lines and then what the machine's own says, and mounts it over /etc/hosts of the sandbox alone. */
    static void bind(Path file, List<String> names) throws IOException {
        // Hadoop asks for the machine's own name even where it is not used.
        String ownName = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        List<String> lines = new ArrayList<>(List.of("127.0.0.1 localhost", "127.0.0.1 " + ownName));
        lines.addAll(names);
        if (Files.isReadable(HOSTS_FILE)) {
            Files.readAllLines(HOSTS_FILE).stream()
                    .filter(line -> !line.isBlank() && !lines.contains(line))
                    .forEach(lines::add);
        }
        Files.write(file, lines);
        if (Files.exists(HOSTS_FILE)) {
            Command.run(List.of("mount", "--bind", file.toString(), HOSTS_FILE.toString()));
        } else {
            LOG.warn("this machine has no {}: programs of your own know the hosts by address alone", HOSTS_FILE);
        }
    }
}
