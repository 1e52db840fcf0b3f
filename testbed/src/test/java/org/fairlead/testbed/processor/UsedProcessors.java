// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.processor;

import java.time.Duration;

/** How many processors a process gets that is never done. */
public final class UsedProcessors {
    private static final long MILLIS = 1500;
    private static final int MOST_LOOKS = 14;

    private UsedProcessors() {}

    /**
     * The most that it had in a second and a half: where the machine is busy with others, that is looked at again until it is enough, for 21 s at most.
     *
     * @param enough processors
     */
    public static double most(Process process, double enough) throws InterruptedException {
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
