// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/**
 * A file system that all hosts write to and read from, such as Lustre, a burst buffer, or HDFS on hosts of its own. Rates in bytes per second.
 *
 * @param writeRate of all hosts together
 * @param readRate of all hosts together
 * @param hostRate of one host at most
 * @param overLinks whether its bytes cross the hosts' links; else it has a network of its own
 */
public record SharedStore(double writeRate, double readRate, double hostRate, boolean overLinks) {
    /** There is none. */
    public static final SharedStore NONE = new SharedStore(0, 0, 0, false);

    public SharedStore {
        if (!(writeRate >= 0 && readRate >= 0 && hostRate >= 0)) {
            throw new IllegalArgumentException(
                    "a store's rates are at least 0, not " + writeRate + ", " + readRate + " and " + hostRate);
        }
    }

    public boolean exists() {
        return writeRate > 0 && readRate > 0 && hostRate > 0;
    }

    /** Whether there is one whose bytes cross no link. */
    boolean isBesideLinks() {
        return exists() && !overLinks;
    }
}
