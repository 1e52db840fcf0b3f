// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.client;

import java.util.List;

/**
 * Work for the client process; everything in it starts at once, each transfer after its own delay.
 *
 * @param operation {@code write}, {@code read}, {@code checksum} or {@code delete}
 * @param configurationDirectory the HDFS's core-site.xml and hdfs-site.xml
 * @param transfers one per file; transfers of the same {@code client} run one after the other
 */
public record ClientRequest(String operation, String configurationDirectory, List<Transfer> transfers) {

    /**
     * One file to write, read, check or delete.
     *
     * @param host the emulated host that does it
     * @param namespace its network namespace
     * @param client one thread each; names are unique within a request
     * @param path in HDFS
     * @param source a local file to write; empty for seeded bytes
     * @param bytes how many seeded bytes to write; 0 with a source
     * @param seed of the bytes
     * @param blockBytes 0 for the cluster's default
     * @param replication 0 for the cluster's default
     * @param delaySeconds after the start of the request, for a client's first transfer
     */
    public record Transfer(
            String host,
            String namespace,
            String client,
            String path,
            String source,
            long bytes,
            long seed,
            long blockBytes,
            int replication,
            double delaySeconds) {

        /** A transfer that needs nothing but a place and a path. */
        public static Transfer of(String host, String namespace, String client, String path) {
            return new Transfer(host, namespace, client, path, "", 0, 0, 0, 0, 0);
        }
    }
}
