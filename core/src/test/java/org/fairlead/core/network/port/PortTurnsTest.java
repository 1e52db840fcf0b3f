// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PortTurnsTest {
    @Property
    void eachConnectionBeginsOnePlaceFurther(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60) int count,
            @ForAll @IntRange(min = 0, max = 100_000) int connection,
            @ForAll @IntRange(min = 1, max = 5) int most) {
        List<Integer> ports = IntStream.range(20_000, 20_000 + count).boxed().toList();

        List<Integer> turn = PortTurns.of(ports, seed, connection, most);

        assertThat(turn).hasSize(Math.min(most, count)).doesNotHaveDuplicates().isSubsetOf(ports);
        int after = (ports.indexOf(turn.get(0)) + 1) % count;
        assertThat(PortTurns.of(ports, seed, connection + 1L, most).get(0)).isEqualTo(ports.get(after));
        assertThat(PortTurns.of(ports, seed, connection, most)).isEqualTo(turn);
    }

    @Property
    void withoutPortsThereIsNothingToTry(@ForAll long seed) {
        assertThat(PortTurns.of(List.of(), seed, 0, 3)).isEmpty();
    }
}
