// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How many processes the kernel has ended since it started because memory was used up; whose they were does not matter to a measurement. */
public final class MemoryKills {
    private static final String KEY = "oom_kill ";

    private MemoryKills() {}

    /** @return 0 as well with kernels before 4.13, which do not count them */
    public static long soFar() throws IOException {
        return of(Files.readAllLines(Path.of("/proc/vmstat")));
    }

    /** From the lines of /proc/vmstat. */
    static long of(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(KEY))
                .mapToLong(line -> Long.parseLong(line.substring(KEY.length()).strip()))
                .findFirst()
                .orElse(0);
    }
}
