// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

/** First come, first served. */
record FifoOrder(String name, String rules, CoflowAllocation serving) implements CoflowOrder.Blind {
    @Override
    public int rank(ObservedCoflow coflow) {
        return 0;
    }
}
