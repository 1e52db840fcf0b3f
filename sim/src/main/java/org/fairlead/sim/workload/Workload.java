// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import java.util.List;

/**
 * Jobs, in order of submission.
 *
 * @param name how reports call it
 * @param files that are in the file system before the first job
 * @param jobs by time of submission
 */
public record Workload(String name, List<StoredFile> files, List<Job> jobs) {
    public Workload {
        files = List.copyOf(files);
        jobs = List.copyOf(jobs);
    }

    /**
     * A file that several jobs read, or that lies where somebody wrote it.
     *
     * @param blockBytes of each block but the last; 0 for the cluster's
     * @param replication 0 for the cluster's
     * @param writers hosts that wrote it, each an even part that ends with a block of its own; writers anywhere when empty
     */
    public record StoredFile(String name, long bytes, long blockBytes, int replication, List<String> writers) {
        public StoredFile {
            writers = List.copyOf(writers);
        }

        /** Of writers anywhere. */
        public StoredFile(String name, long bytes, long blockBytes, int replication) {
            this(name, bytes, blockBytes, replication, List.of());
        }
    }
}
