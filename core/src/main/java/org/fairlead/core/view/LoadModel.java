// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

/**
 * Turns measurements and our own transfers into an {@link AvailableBandwidth}: the rule by which a link's load is judged. Safe for
 * threads. {@code observe} is called by one thread per new view; {@code commit}, {@code finish} and {@code bandwidth} by any.
 */
public interface LoadModel {
    /** The name under which configuration and reports know it. */
    String name();

    /** Takes in a newer view; an older one than the last is ignored. */
    void observe(ClusterView view, long nowNanos);

    /**
     * Reserves what a decision will use.
     *
     * @return a number by which the transfer is finished
     */
    long commit(Transfer transfer, long nowNanos);

    /**
     * What a running transfer has carried so far, where that is known: no more of what was measured is taken for ours. Unknown and finished
     * numbers are ignored.
     */
    default void progressed(long transfer, long bytes, long nowNanos) {}

    /** The transfer ended, or failed. Unknown and finished numbers are ignored. */
    void finish(long transfer, long nowNanos);

    AvailableBandwidth availableBandwidth();
}
