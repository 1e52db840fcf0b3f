// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Arrays;

/**
 * Bytes of one task's input that hosts hold in memory, since they were fetched there ahead of the task. Read on that host they cross no link and come from no disk; other hosts
 * cannot read them. Hosts by index. Immutable.
 */
public final class HeldInput {
    /** Nothing is held anywhere. */
    public static final HeldInput NONE = new HeldInput(new int[0], new double[0]);

    private final int[] hosts;
    private final double[] bytes;

    private HeldInput(int[] hosts, double[] bytes) {
        this.hosts = hosts;
        this.bytes = bytes;
    }

    /**
     * The same with so much on one host.
     *
     * @param bytesThere 0: nothing any more
     * @throws IllegalArgumentException if they are below 0, or no number
     */
    public HeldInput with(int host, double bytesThere) {
        if (!(bytesThere >= 0) || Double.isInfinite(bytesThere)) {
            throw new IllegalArgumentException("at least 0 bytes are held on a host, not " + bytesThere);
        }
        int[] others = Arrays.stream(hosts).filter(each -> each != host).toArray();
        int count = bytesThere > 0 ? others.length + 1 : others.length;
        if (count == 0) {
            return NONE;
        }
        int[] newHosts = Arrays.copyOf(others, count);
        double[] newBytes = new double[count];
        for (int i = 0; i < others.length; i++) {
            newBytes[i] = on(others[i]);
        }
        if (bytesThere > 0) {
            newHosts[count - 1] = host;
            newBytes[count - 1] = bytesThere;
        }
        return new HeldInput(newHosts, newBytes);
    }

    /** Bytes on a host; 0 where nothing is. */
    public double on(int host) {
        for (int i = 0; i < hosts.length; i++) {
            if (hosts[i] == host) {
                return bytes[i];
            }
        }
        return 0;
    }

    /** Hosts that hold any; not to be changed. */
    public int[] hosts() {
        return hosts;
    }

    public boolean isNone() {
        return hosts.length == 0;
    }
}
