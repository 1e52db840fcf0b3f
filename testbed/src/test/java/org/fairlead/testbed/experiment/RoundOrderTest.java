// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class RoundOrderTest {
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @Property
    void everyRepetitionHasEveryContenderOnce(@ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int repetitions) {
        List<List<String>> order = RoundOrder.shuffled(NAMES, repetitions, seed);

        assertThat(order).hasSize(repetitions);
        assertThat(order).allSatisfy(round -> assertThat(round).containsExactlyInAnyOrderElementsOf(NAMES));
        assertThat(RoundOrder.shuffled(NAMES, repetitions, seed)).isEqualTo(order);
    }

    @Test
    void theOrderChangesBetweenRepetitions() {
        assertThat(new HashSet<>(RoundOrder.shuffled(NAMES, 20, 1))).hasSizeGreaterThan(5);
    }
}
