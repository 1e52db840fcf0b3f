// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.coflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Coflows by the least of a number that is known of each; among equals, the earlier one. */
record KeyOrder(String name, String rules, CoflowAllocation serving, ToDoubleFunction<KnownCoflow> key)
        implements CoflowOrder.Clairvoyant {
    private record Keyed<C>(double key, C coflow) {}

    @Override
    public <C extends KnownCoflow> void sort(List<C> coflows) {
        List<Keyed<C>> keyed = new ArrayList<>(coflows.size());
        coflows.forEach(coflow -> keyed.add(new Keyed<>(key.applyAsDouble(coflow), coflow)));
        keyed.sort(Comparator.comparingDouble((Keyed<C> each) -> each.key())
                .thenComparingLong(each -> each.coflow().number()));
        coflows.clear();
        keyed.forEach(each -> coflows.add(each.coflow()));
    }
}
