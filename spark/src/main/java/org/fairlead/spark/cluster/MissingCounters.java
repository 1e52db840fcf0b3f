// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

/** What nobody reports of a host but an executor that runs on it. */
public enum MissingCounters {
    NONE,
    /** Its disks and memory: switches are heard of, and no agent of the host. */
    DISKS,
    /** Its links, and perhaps the rest. */
    LINKS
}
