// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Busy and total time of all processors of the machine so far, in the kernel's ticks. Everything on the machine counts: a
 * neighbour of the testbed that takes processor time spoils a measurement as well as the testbed itself; so does time that a
 * hypervisor takes away.
 */
public record ProcessorTime(long busy, long total) {
    private static final int IDLE = 3;
    private static final int WAITING = 4;
    /** Later columns repeat what is already in the first ones. */
    private static final int COLUMNS = 8;

    public static ProcessorTime now() throws IOException {
        return of(Files.readAllLines(Path.of("/proc/stat")).get(0));
    }

    /** From the first line of /proc/stat. */
    static ProcessorTime of(String line) {
        String[] columns = line.substring(line.indexOf(' ')).strip().split(" +", -1);
        long busy = 0;
        long total = 0;
        for (int i = 0; i < Math.min(COLUMNS, columns.length); i++) {
            long ticks = Long.parseLong(columns[i]);
            total += ticks;
            busy += i == IDLE || i == WAITING ? 0 : ticks;
        }
        return new ProcessorTime(busy, total);
    }

    /** Busy share of all processors since an earlier reading, 0 to 1. */
    public double busyShareSince(ProcessorTime before) {
        long elapsed = total - before.total;
        return elapsed == 0 ? 0 : (double) (busy - before.busy) / elapsed;
    }
}
