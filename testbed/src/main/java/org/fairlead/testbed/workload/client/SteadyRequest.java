// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.client;

import java.util.List;

/**
 * What {@link SteadyMain} shall do.
 *
 * @param directory in HDFS, for all files
 * @param bytesPerSecond of each writer and of each reader, when nothing holds it up; what was missed is not made up for
 * @param keptFiles of each writer; the oldest is read once more and deleted when there are more
 * @param clients hosts with a writer and a reader each
 */
public record SteadyRequest(
        String configurationDirectory,
        String directory,
        long seed,
        long fileBytes,
        long blockBytes,
        long bytesPerSecond,
        int keptFiles,
        List<Client> clients) {
    public SteadyRequest {
        clients = List.copyOf(clients);
    }

    /** @param namespace the host's network */
    public record Client(String host, String namespace) {}
}
