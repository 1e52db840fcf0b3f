// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/**
 * A slot to run that a host offers.
 *
 * @param host its index
 * @param free slots on it, this one included
 * @param exclusive whether only tasks whose input is of {@code kind} may run there (Hadoop's map slots and reduce slots)
 * @param foreseen whether the slot is only predicted to become free, so that a decline makes no task wait
 */
public record Offer(int host, int free, boolean exclusive, InputKind kind, boolean foreseen) {
    /** Of a slot that is free now. */
    public Offer(int host, int free, boolean exclusive, InputKind kind) {
        this(host, free, exclusive, kind, false);
    }
}
