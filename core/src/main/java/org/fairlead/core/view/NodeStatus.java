// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

/**
 * What a host last said of itself.
 *
 * @param diskReadBytesPerSecond rate at which its disks are read
 * @param diskWriteBytesPerSecond rate at which its disks are written
 * @param diskBusy mean share of time, 0 to 1, that its disks were busy
 * @param memoryAvailableBytes memory that a new process could get
 */
public record NodeStatus(
        double diskReadBytesPerSecond, double diskWriteBytesPerSecond, double diskBusy, long memoryAvailableBytes) {
    /** Of a host that never reported: no disk load is assumed. */
    public static final NodeStatus NONE = new NodeStatus(0, 0, 0, 0);
}
