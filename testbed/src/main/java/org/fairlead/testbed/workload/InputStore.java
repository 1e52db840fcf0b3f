// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

/** Where a step's input lies when its jobs read it. */
public enum InputStore {
    /** Written into HDFS by clients of it. */
    HDFS,
    /** In the object store of the topology, from before the first round on. */
    OBJECTS
}
