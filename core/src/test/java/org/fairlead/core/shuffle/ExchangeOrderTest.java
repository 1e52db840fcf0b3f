// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ExchangeOrderTest {
    @Property
    void eachPairMeetsOnceAndNobodyTwiceInAStep(@ForAll @IntRange(min = 1, max = 40) int hosts) {
        ExchangeOrder order = ExchangeOrder.rounds(hosts);

        for (int to = 0; to < hosts; to++) {
            BitSet steps = new BitSet();
            for (int from = 0; from < hosts; from++) {
                if (from != to) {
                    int step = order.step(from, to);
                    assertThat(step).isBetween(1, order.steps());
                    assertThat(order.sender(to, step)).isEqualTo(from);
                    steps.set(step);
                }
            }
            assertThat(steps.cardinality()).isEqualTo(hosts - 1);
        }
        for (int step = 1; step <= order.steps(); step++) {
            BitSet senders = new BitSet();
            for (int to = 0; to < hosts; to++) {
                senders.set(order.sender(to, step));
            }
            assertThat(senders.cardinality()).isEqualTo(hosts);
        }
    }

    @Test
    void aPowerOfTwoMeetsInBothDirectionsAtOnceAndOthersOnARing() {
        ExchangeOrder four = ExchangeOrder.rounds(4);
        ExchangeOrder three = ExchangeOrder.windows(3, 2);

        assertThat(new int[] {four.step(0, 1), four.step(3, 1), four.step(2, 1)})
                .containsExactly(1, 2, 3);
        assertThat(four.step(1, 3)).isEqualTo(four.step(3, 1));
        assertThat(new int[] {three.step(0, 1), three.step(2, 1)}).containsExactly(1, 2);
    }
}
