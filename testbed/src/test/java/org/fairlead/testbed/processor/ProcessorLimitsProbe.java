// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.processor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Prints how many processors a shell that is never done has while it is limited to a fifth of one, and after that. */
final class ProcessorLimitsProbe {
    private static final double LIMIT = 0.2;
    private static final long MILLIS = 2000;

    private ProcessorLimitsProbe() {}

    public static void main(String[] arguments) throws Exception {
        Path testbed = Path.of(arguments[0]);
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            ProcessorLimits.Limit limit = ProcessorLimits.set(testbed, "h1", LIMIT, List.of(busy.toHandle()));
            try {
                System.out.println(processors(busy));
            } finally {
                limit.close();
            }
            System.out.println(processors(busy));
            ProcessorLimits.removeLeft(testbed);
        } finally {
            busy.destroyForcibly();
        }
    }

    private static double processors(Process process) throws InterruptedException {
        Duration before = used(process);
        long start = System.nanoTime();
        Thread.sleep(MILLIS);
        return (double) used(process).minus(before).toNanos() / (System.nanoTime() - start);
    }

    private static Duration used(Process process) {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("the kernel does not say what a process has used"));
    }
}
