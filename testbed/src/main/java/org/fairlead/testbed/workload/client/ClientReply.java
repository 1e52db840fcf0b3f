// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.client;

import java.util.List;

/** Outcome of each transfer, in the request's order. */
public record ClientReply(String error, List<Done> done) {

    /**
     * A transfer that has ended.
     *
     * @param error empty when it succeeded
     * @param startMillis wall clock when the file was about to be created or opened
     * @param seconds from then until {@code close} returned
     * @param crc32c of the bytes written or read; for a checksum, what HDFS says; 8 hexadecimal digits
     * @param blockSeconds reads: seconds for each block, in order
     */
    public record Done(
            String error, long startMillis, double seconds, long bytes, String crc32c, List<Double> blockSeconds) {}
}
