// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** What a container's limit of memory leaves, which /proc/meminfo knows nothing of: control groups of version 2, and of version 1. */
final class MemoryLimit {
    private static final String V1 = "memory";

    private MemoryLimit() {}

    /** Bytes that this process and others of its groups may still take; a lot where nothing limits them. */
    static long leftBytes() {
        try {
            return leftBytes(Path.of("/sys/fs/cgroup"), Files.readAllLines(Path.of("/proc/self/cgroup")));
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    /** @param groups lines of /proc/self/cgroup: number, controllers, path */
    static long leftBytes(Path mount, List<String> groups) {
        long left = Long.MAX_VALUE;
        for (String group : groups) {
            String[] parts = group.split(":", 3);
            boolean second = parts[1].isEmpty();
            if (second || List.of(parts[1].split(",", -1)).contains(V1)) {
                Path root = second ? mount : mount.resolve(V1);
                // In a container the path may be the host's, which is not there; what is mounted is then our own group.
                Path own = root.resolve(parts[2].substring(1)).normalize();
                for (Path at = own; at != null && at.startsWith(root); at = at.getParent()) {
                    left = Math.min(left, second ? leftOfSecond(at) : leftOfFirst(at));
                }
            }
        }
        return left;
    }

    private static long leftOfSecond(Path group) {
        return left(
                number(group.resolve("memory.max")), number(group.resolve("memory.current")), group, "inactive_file ");
    }

    private static long leftOfFirst(Path group) {
        return left(
                number(group.resolve("memory.limit_in_bytes")),
                number(group.resolve("memory.usage_in_bytes")),
                group,
                "total_inactive_file ");
    }

    /** Files that nobody looks at are dropped before anybody is killed. */
    private static long left(OptionalLong most, OptionalLong used, Path group, String dropped) {
        if (most.isEmpty() || used.isEmpty()) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, most.getAsLong() - used.getAsLong() + line(group.resolve("memory.stat"), dropped));
    }

    /** Empty for a file that is not there, and for {@code max}. */
    private static OptionalLong number(Path file) {
        try {
            return OptionalLong.of(Long.parseLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static long line(Path file, String name) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(name))
                    .mapToLong(
                            line -> Long.parseLong(line.substring(name.length()).strip()))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
