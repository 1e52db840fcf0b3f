// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processor time so far, in the kernel's ticks, that went to other programs than those of this sandbox, and to the hypervisor. The kernel's own time is left out: it
 * works for everybody, and for an emulated network most of all.
 *
 * @param total of all processors, idle time included
 */
public record OthersTime(long others, long total) {
    private static final int USER = 0;
    private static final int NICE = 1;
    private static final int STOLEN = 7;
    /** Counted from behind the name in /proc/PID/stat: the process's own time in user mode, and that of its children that are gone. */
    private static final int OWN = 11;

    private static final int OF_THE_GONE = 13;

    /** Of a process that sees the processes of its sandbox alone. */
    public static OthersTime now() throws IOException {
        List<String> columns = List.of(Files.readAllLines(Path.of("/proc/stat"))
                .get(0)
                .replaceFirst("cpu +", "")
                .split(" +", -1));
        long users = ticks(columns, USER) + ticks(columns, NICE);
        long stolen = columns.size() > STOLEN ? ticks(columns, STOLEN) : 0;
        return new OthersTime(users + stolen - ours(), ProcessorTime.now().total());
    }

    /** Others' share of all processors since an earlier reading, 0 to 1. */
    public double shareSince(OthersTime before) {
        long elapsed = total - before.total;
        return elapsed == 0 ? 0 : Math.min(1, Math.max(0, (double) (others - before.others) / elapsed));
    }

    private static long ours() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.filter(entry ->
                            Character.isDigit(entry.getFileName().toString().charAt(0)))
                    .mapToLong(OthersTime::ofProcess)
                    .sum();
        }
    }

    private static long ofProcess(Path process) {
        try {
            return ofLine(Files.readString(process.resolve("stat")));
        } catch (IOException e) {
            return 0; // it has ended; its parent has its time
        }
    }

    /** Of /proc/PID/stat; a name may hold blanks and brackets. */
    static long ofLine(String line) {
        List<String> columns =
                List.of(line.substring(line.lastIndexOf(')') + 2).strip().split(" ", -1));
        return ticks(columns, OWN) + ticks(columns, OF_THE_GONE);
    }

    private static long ticks(List<String> columns, int place) {
        return Long.parseLong(columns.get(place));
    }
}
