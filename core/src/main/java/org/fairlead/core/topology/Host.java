// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.Optional;
import java.util.Set;

/**
 * A machine that stores, computes or sends; it never forwards.
 *
 * @param rack the name of its rack, the fault domain that HDFS and Spark know
 * @param roles what the cluster runs on it, in words that the reader of the topology defines; may be empty
 * @param disk its disk's limits; empty when the disk is not a bottleneck worth modelling
 */
public record Host(int index, String name, String rack, Set<String> roles, Optional<Disk> disk) implements Node {
    public Host {
        roles = Set.copyOf(roles);
    }

    /** Sequential rates of a host's disk, in bytes per second. */
    public record Disk(double readBytesPerSecond, double writeBytesPerSecond) {
        public Disk {
            if (!(readBytesPerSecond > 0) || !(writeBytesPerSecond > 0)) {
                throw new IllegalArgumentException("a disk's rates must be above 0 bytes/s");
            }
        }
    }
}
