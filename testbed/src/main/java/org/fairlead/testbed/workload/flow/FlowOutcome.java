// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

/**
 * What became of a flow. Bytes are payload.
 *
 * @param countedBytes those that arrived before its end
 * @param startSeconds when it began to connect, after the start of all
 * @param endSeconds when its time was over, or when its last byte arrived
 */
public record FlowOutcome(
        HostFlow flow, long sentBytes, long receivedBytes, long countedBytes, double startSeconds, double endSeconds) {
    /** From its start to its end. */
    public double bytesPerSecond() {
        return countedBytes / (endSeconds - startSeconds);
    }
}
