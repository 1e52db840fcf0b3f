// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.Arrays;

/** Memory of machines for input that is fetched ahead, or kept. */
public final class MachineMemory {
    /** Where nothing else is said: as much as this, and no more than {@link #USUAL_SHARE} of the memory where that is known. */
    public static final long USUAL_BYTES = 256L << 20;

    public static final double USUAL_SHARE = 0.05;

    private final double[] free;
    private final double[] all;

    /** @param bytes by machine */
    public MachineMemory(double[] bytes) {
        all = bytes.clone();
        free = bytes.clone();
    }

    /**
     * @param saidBytes for all machines alike; 0 where nobody says it
     * @param memoryBytes by machine, what its tasks have; 0 where that is not known
     */
    public static MachineMemory of(long saidBytes, long[] memoryBytes) {
        return new MachineMemory(Arrays.stream(memoryBytes)
                .mapToDouble(memory -> saidBytes > 0
                        ? saidBytes
                        : memory > 0 ? Math.min(USUAL_BYTES, USUAL_SHARE * memory) : USUAL_BYTES)
                .toArray());
    }

    public double all(int machine) {
        return all[machine];
    }

    boolean takes(int machine, double bytes) {
        if (bytes > free[machine]) {
            return false;
        }
        free[machine] -= bytes;
        return true;
    }

    void frees(int machine, double bytes) {
        free[machine] = Math.min(all[machine], free[machine] + bytes);
    }

    int machines() {
        return all.length;
    }
}
