// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PathChangesTest {
    private static final FlowUnit READ = new FlowUnit(1, 2, TrafficClass.BLOCK_READ);
    private static final FlowUnit SHUFFLE = new FlowUnit(1, 2, TrafficClass.SHUFFLE);
    private static final FlowUnit ANOTHERS = new FlowUnit(3, 2, TrafficClass.SHUFFLE);

    @Provide
    Arbitrary<Map<FlowUnit, PathChoice>> choices() {
        Arbitrary<FlowUnit> units = Combinators.combine(
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(TrafficClass.class))
                .as(FlowUnit::new);
        return Arbitraries.maps(units, Arbitraries.integers().between(0, 2).map(PathChoice::new))
                .ofMaxSize(30);
    }

    @Property
    void appliedToWhatIsHeldTheyGiveWhatIsWanted(
            @ForAll("choices") Map<FlowUnit, PathChoice> held, @ForAll("choices") Map<FlowUnit, PathChoice> wanted) {
        PathChanges changes = PathChanges.between(held, wanted);

        assertThat(changes.appliedTo(held)).isEqualTo(wanted);
        assertThat(PathChanges.between(wanted, changes.appliedTo(held)).isEmpty())
                .isTrue();
    }

    @Property
    void nothingIsChangedThatIsAsItIsWanted(
            @ForAll("choices") Map<FlowUnit, PathChoice> held, @ForAll("choices") Map<FlowUnit, PathChoice> wanted) {
        PathChanges changes = PathChanges.between(held, wanted);

        changes.given().forEach((unit, path) -> assertThat(held.get(unit)).isNotEqualTo(path));
        assertThat(held.keySet()).containsAll(changes.released());
        assertThat(Collections.disjoint(wanted.keySet(), changes.released())).isTrue();
    }

    @Test
    void aHostsPartOfAPlanIsWhatItSendsUntilThePlanEnds() {
        Map<FlowUnit, PathPlan.Held> paths = new LinkedHashMap<>();
        paths.put(SHUFFLE, new PathPlan.Held(new PathChoice(3), 0, 10));
        paths.put(ANOTHERS, new PathPlan.Held(new PathChoice(1), 0, 10));
        paths.put(READ, new PathPlan.Held(new PathChoice(0), 0, 10));
        PathPlan plan = new PathPlan(7, 100, paths);

        assertThat(plan.choices(host -> host == 1, 99).keySet()).containsExactly(SHUFFLE, READ);
        assertThat(plan.choices(host -> host == 1, 99)).containsEntry(SHUFFLE, new PathChoice(3));
        assertThat(plan.choices(host -> true, 100)).isEmpty();
        assertThat(plan.choices(host -> host == 2, 99)).isEmpty();
    }

    @Test
    void theNetworksOwnPathIsNotGivenAndNothingIsBothGivenAndReleased() {
        assertThatThrownBy(() -> new PathChanges(Map.of(READ, PathChoice.NETWORK), Set.of()))
                .hasMessageContaining("a path is expected");
        assertThatThrownBy(() -> new PathChanges(Map.of(READ, new PathChoice(0)), Set.of(READ)))
                .hasMessageContaining("both given a path and released");
    }
}
