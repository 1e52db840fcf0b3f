// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

/** The coflow with the fewest ports first. It needs no sizes, though it is mostly named beside orders that do. */
record NarrowestOrder(String name, String rules, CoflowAllocation serving) implements CoflowOrder.Blind {
    @Override
    public int rank(ObservedCoflow coflow) {
        return coflow.width();
    }
}
