// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * What of the traffic is Fairlead's own, as far as anybody knows: applications tell what they will carry, a NameNode in the
 * controller's process what it has placed. What neither knows of is background traffic, or unknown.
 *
 * @param topologyId of the {@link TopologyMessage} to which the indices belong
 * @param storageKnown whether a NameNode in this process separates its transfers from others'
 * @param links those of which anything is known
 */
public record OwnMessage(
        String controller,
        long epoch,
        String topologyId,
        boolean storageKnown,
        List<Application> applications,
        Links links) {
    public OwnMessage {
        Bounds.name("controller", controller);
        Bounds.count("epoch", epoch);
        Bounds.name("topology_id", topologyId);
        applications = Bounds.list("applications", applications, 100_000);
        if (links == null) {
            throw new IllegalArgumentException("links: is missing");
        }
    }

    /**
     * What an application's last message says.
     *
     * @param residualTasks that have not begun
     * @param flows that are under way or about to be
     * @param bytes still to come
     * @param bytesPerSecond at which they are expected
     * @param ageMillis since that message
     * @param expiresMillis until it ends without another
     */
    public record Application(
            String name,
            long residualTasks,
            int flows,
            long bytes,
            long bytesPerSecond,
            long ageMillis,
            long expiresMillis) {
        public Application {
            Bounds.name("applications.name", name);
            Bounds.count("applications.residual_tasks", residualTasks);
            Bounds.count("applications.flows", flows);
            Bounds.count("applications.bytes", bytes);
            Bounds.count("applications.bytes_per_second", bytesPerSecond);
            Bounds.count("applications.age_millis", ageMillis);
            Bounds.count("applications.expires_millis", expiresMillis);
        }
    }

    /**
     * Arrays of one length. The two rates may be of the same bytes: a task that reads a block counts in both.
     *
     * @param index of the link in its topology
     * @param storage the most of its latest rate that the NameNode's transfers are, whole bytes per second
     * @param applications the most of its latest rate that is what applications reported, whole bytes per second
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    public record Links(int[] index, long[] storage, long[] applications) {
        public Links {
            if (index == null || storage == null || applications == null) {
                throw new IllegalArgumentException("links: three arrays are expected");
            }
            Bounds.sameLength("links.storage", storage.length, index.length);
            Bounds.sameLength("links.applications", applications.length, index.length);
        }
    }
}
