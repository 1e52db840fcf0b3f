// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

/**
 * A TCP flow between two hosts.
 *
 * @param startSeconds after the start of all
 * @param seconds for which it sends; 0: until its bytes have gone
 * @param bytes that it sends; 0: as many as go in its time
 */
public record HostFlow(String from, String to, double startSeconds, double seconds, long bytes) {
    public HostFlow {
        if ((seconds > 0) == (bytes > 0)) {
            throw new IllegalArgumentException(
                    "a flow lasts for a time or sends so many bytes, not " + seconds + " s and " + bytes + " bytes");
        }
    }

    boolean isTimed() {
        return seconds > 0;
    }

    @Override
    public String toString() {
        return from + "-" + to;
    }
}
