// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.processor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Prints how many processors a shell that is never done has while it is limited to a fifth of one, and after that: the most that it had in two seconds. Where the machine is busy with others, that is looked at again
 * until it is enough.
 */
final class ProcessorLimitsProbe {
    private static final double LIMIT = 0.2;
    private static final long MILLIS = 2000;
    private static final int MOST_LOOKS = 10;

    private ProcessorLimitsProbe() {}

    public static void main(String[] arguments) throws Exception {
        Path testbed = Path.of(arguments[0]);
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            ProcessorLimits.Limit limit = ProcessorLimits.set(testbed, "h1", LIMIT, List.of(busy.toHandle()));
            try {
                System.out.println(processors(busy, LIMIT / 2));
            } finally {
                limit.close();
            }
            System.out.println(processors(busy, 2 * LIMIT));
            ProcessorLimits.removeLeft(testbed);
        } finally {
            busy.destroyForcibly();
        }
    }

    private static double processors(Process process, double enough) throws InterruptedException {
        double most = 0;
        for (int look = 0; look < MOST_LOOKS && most <= enough; look++) {
            Duration before = used(process);
            long start = System.nanoTime();
            Thread.sleep(MILLIS);
            Duration more = used(process).minus(before);
            most = Math.max(most, (double) more.toNanos() / (System.nanoTime() - start));
        }
        return most;
    }

    private static Duration used(Process process) {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("the kernel does not say what a process has used"));
    }
}
