// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import java.util.Arrays;

/** Memory of machines for shuffles, by what is reserved of it. */
public final class ExchangeMemory {
    /** Of what an executor has for kept blocks and shuffles, where nothing else is said. */
    public static final double USUAL_SHARE = 0.3;

    /** Where nobody says what it has. */
    public static final long USUAL_BYTES = 256L << 20;

    private final long[] all;
    private final long[] free;

    private ExchangeMemory(long[] all) {
        this.all = all;
        free = all.clone();
    }

    /**
     * @param saidBytes of each machine; 0 for what is usual
     * @param executorBytes by machine; 0 where nobody says it
     */
    public static ExchangeMemory of(long saidBytes, long[] executorBytes) {
        return new ExchangeMemory(Arrays.stream(executorBytes)
                .map(executor ->
                        saidBytes > 0 ? saidBytes : executor > 0 ? (long) (USUAL_SHARE * executor) : USUAL_BYTES)
                .toArray());
    }

    /** What a machine has, used or not. */
    long bytes(int machine) {
        return all[machine];
    }

    /** What nobody uses of it. */
    public long freeBytes(int machine) {
        return free[machine];
    }

    /** @throws IllegalStateException if there is no room */
    void reserve(int machine, long bytes) {
        if (bytes > free[machine]) {
            throw new IllegalStateException(
                    "machine " + machine + " has " + free[machine] + " bytes free, not " + bytes);
        }
        free[machine] -= bytes;
    }

    void release(int machine, long bytes) {
        free[machine] += bytes;
    }

    /**
     * Takes as much as there is room for.
     *
     * @return bytes
     */
    public long takeUpTo(int machine, double bytes) {
        long taken = (long) Math.min((double) free[machine], bytes);
        free[machine] -= taken;
        return taken;
    }

    /** Gives back what was taken. */
    public void giveBack(int machine, long bytes) {
        release(machine, bytes);
    }
}
