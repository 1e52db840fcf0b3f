// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.testbed.chaos.FaultPlan.Planned;
import org.fairlead.testbed.chaos.FaultPlan.Step;
import org.junit.jupiter.api.Test;

final class FaultPlanTest {
    private static final FaultPlan.Targets TARGETS = new FaultPlan.Targets(
            List.of("h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8"),
            List.of("h1", "h3", "h5", "h7"),
            List.of("h1", "h2"),
            true);
    private static final Set<FaultKind> ALL = EnumSet.allOf(FaultKind.class);

    @Property
    void theSameSeedGivesTheSamePlan(@ForAll long seed, @ForAll @IntRange(min = 30, max = 3600) int seconds) {
        assertThat(FaultPlan.of(seed, seconds, TARGETS, ALL)).isEqualTo(FaultPlan.of(seed, seconds, TARGETS, ALL));
    }

    @Property
    void aPlanFitsItsTimeAndHasAtLeastOneFault(@ForAll long seed, @ForAll @IntRange(min = 60, max = 3600) int seconds) {
        FaultPlan plan = FaultPlan.of(seed, seconds, TARGETS, ALL);

        assertThat(plan.steps()).isNotEmpty();
        assertThat(plan.steps().stream().mapToInt(Step::seconds).sum()).isLessThanOrEqualTo(seconds);
    }

    @Property
    void atMostTwoFaultsOverlapNeverOnOneHostAndNeverBothSilenceOne(@ForAll long seed) {
        for (Step step : FaultPlan.of(seed, 1800, TARGETS, ALL).steps()) {
            assertThat(step.quietSeconds()).isGreaterThanOrEqualTo(20);
            assertThat(step.faults()).hasSizeBetween(1, 2);
            if (step.faults().size() == 2) {
                Planned first = step.faults().get(0);
                Planned second = step.faults().get(1);
                assertThat(second.kind()).isNotEqualTo(first.kind());
                assertThat(first.target().isEmpty() || !first.target().equals(second.target()))
                        .isTrue();
                assertThat(first.kind().silencesHost(first.degree())
                                && second.kind().silencesHost(second.degree()))
                        .isFalse();
                assertThat(second.afterSeconds()).isLessThanOrEqualTo(first.seconds());
            }
        }
    }

    @Property(tries = 100)
    void inAQuarterOfAnHourEachKindComes(@ForAll long seed) {
        assertThat(kinds(FaultPlan.of(seed, 900, TARGETS, ALL))).containsExactlyInAnyOrder(FaultKind.values());
    }

    @Test
    void inTheSevenMinutesOfTheSeedThatIsTestedEachKindThatCanStrikeDoes() {
        FaultPlan.Targets withoutRoot =
                new FaultPlan.Targets(TARGETS.dataNodes(), TARGETS.workers(), TARGETS.disks(), false);

        assertThat(kinds(FaultPlan.of(833634, 435, TARGETS, ALL))).isEqualTo(ALL);
        assertThat(kinds(FaultPlan.of(833634, 435, withoutRoot, ALL)))
                .isEqualTo(EnumSet.complementOf(EnumSet.of(FaultKind.SLOW_DISK)));
    }

    @Test
    void disksThatCannotBeSlowedDownAreNot() {
        FaultPlan.Targets withoutRoot =
                new FaultPlan.Targets(TARGETS.dataNodes(), TARGETS.workers(), TARGETS.disks(), false);

        assertThat(kinds(FaultPlan.of(1, 900, withoutRoot, ALL)))
                .doesNotContain(FaultKind.SLOW_DISK)
                .contains(FaultKind.FULL_DISK);
    }

    @Property
    void onlyNamedKindsStrike(@ForAll long seed, @ForAll Set<FaultKind> named) {
        if (named.isEmpty()) {
            assertThatThrownBy(() -> FaultPlan.of(seed, 900, TARGETS, named))
                    .isInstanceOf(IllegalArgumentException.class);
        } else {
            assertThat(kinds(FaultPlan.of(seed, 900, TARGETS, named))).isSubsetOf(named);
        }
    }

    @Test
    void aKindThatNobodyKnowsIsNamedWithTheOneThatWasMeant() {
        assertThat(FaultKind.labelled("full-disk")).isEqualTo(FaultKind.FULL_DISK);
        assertThatThrownBy(() -> FaultKind.labelled("ful-disk"))
                .hasMessageStartingWith(
                        "no fault is called 'ful-disk'; did you mean 'full-disk'? Accepted: stop-datanode, ");
    }

    private static Set<FaultKind> kinds(FaultPlan plan) {
        return plan.steps().stream()
                .flatMap(step -> step.faults().stream())
                .map(Planned::kind)
                .collect(Collectors.toSet());
    }
}
