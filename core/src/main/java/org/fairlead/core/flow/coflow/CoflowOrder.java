// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import java.util.List;

/**
 * In which order coflows are served. An order sees what its kind may see, and no more: the compiler keeps a blind order from sizes.
 * What a coflow gets when its turn has come is {@link CoflowAllocation}'s matter.
 */
public sealed interface CoflowOrder {
    /** As options name it. */
    String name();

    /** What a reader has to know of the order to compare with another implementation, in a sentence. */
    String rules();

    /** How a coflow divides the bandwidth that is left for it among its flows. */
    CoflowAllocation serving();

    /** An order that knows all sizes, to compare with. */
    non-sealed interface Clairvoyant extends CoflowOrder {
        /** Sorts the coflows: the first is served first. Asked when a coflow arrives or departs. */
        <C extends KnownCoflow> void sort(List<C> coflows);
    }

    /** An order that sees what was sent: by rank, and among equals, who came first. */
    non-sealed interface Blind extends CoflowOrder {
        /** The lower, the earlier; looked at when the coflow arrives, when a flow of it ends and when it reaches its {@link #bound}. */
        int rank(ObservedCoflow coflow);

        /** Bytes sent in all at which the rank changes if no flow ends before; infinite for never. */
        default double bound(ObservedCoflow coflow) {
            return Double.POSITIVE_INFINITY;
        }
    }
}
