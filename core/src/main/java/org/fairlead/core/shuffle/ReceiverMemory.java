// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;

/** Bytes that each host may hold for one exchange besides what it holds already: its cap. Immutable. */
public final class ReceiverMemory {
    private final long[] capBytes;

    /**
     * @param capBytes by host
     * @throws IllegalArgumentException if one is below 0
     */
    public ReceiverMemory(long[] capBytes) {
        this.capBytes = capBytes.clone();
        for (int host = 0; host < capBytes.length; host++) {
            if (capBytes[host] < 0) {
                throw new IllegalArgumentException("host " + host + " has a cap of " + capBytes[host] + " bytes");
            }
        }
    }

    /** All hosts alike. */
    public static ReceiverMemory alike(int hosts, long capBytes) {
        long[] caps = new long[hosts];
        Arrays.fill(caps, capBytes);
        return new ReceiverMemory(caps);
    }

    public int hosts() {
        return capBytes.length;
    }

    public long capBytes(int host) {
        return capBytes[host];
    }
}
