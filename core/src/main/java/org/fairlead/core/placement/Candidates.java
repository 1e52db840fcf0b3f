// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

/**
 * What the file system knows of the hosts that could store a block; hosts by {@link org.fairlead.core.topology.Host#index()}.
 * Asked many times in a decision: answers must be quick and must not block.
 */
public interface Candidates {
    /** Whether a new replica may go there at all: alive, in service, with room, with the storage type, not excluded. */
    boolean eligible(int host);

    /** Replicas that it stores now, for the balance of storage. */
    long storedReplicas(int host);
}
