// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** CARDINAL as published, and what its repairs change. A link has 100 bytes per second, deadlines are a second away. */
class CardinalTest {
    private static final long SECOND = 1_000_000_000L;

    private static PrefetchFlow flow(long id, int residualTasks, long bytes, Integer... links) {
        return new PrefetchFlow(id, id, residualTasks, List.of(links), bytes, SECOND);
    }

    private static Map<Long, Verdict> pass(String name, PrefetchFlow... flows) {
        return RateAdmissions.named(name).admit(List.of(flows), link -> 100, 0);
    }

    @Test
    void whatALinkHasLeftIsNotCounted() {
        PrefetchFlow nine = flow(1, 9, 60, 0);
        PrefetchFlow five = flow(2, 5, 30, 0);

        // A victim that gives all of the new rate is found, and then its sibling is left alone.
        assertThat(pass("cardinal", nine, five, flow(3, 2, 50, 0)).values())
                .containsExactly(Verdict.ABANDONED, Verdict.ADMITTED, Verdict.ADMITTED);
        // All victims give 90, though with the 10 that are left 95 would fit.
        assertThat(pass("cardinal", nine, five, flow(3, 2, 95, 0)).values())
                .containsExactly(Verdict.ADMITTED, Verdict.ADMITTED, Verdict.NO_ROOM);
        assertThat(pass("cardinal-repaired", nine, five, flow(3, 2, 95, 0)).values())
                .containsExactly(Verdict.NO_ROOM, Verdict.NO_ROOM, Verdict.ADMITTED);
        // 25 are missing, and the first gives more than that.
        assertThat(pass("cardinal-repaired", nine, five, flow(3, 2, 35, 0)).values())
                .containsExactly(Verdict.NO_ROOM, Verdict.ADMITTED, Verdict.ADMITTED);
    }

    @Test
    void aVictimIsCreditedOnItsOtherLinksByTheRepairAlone() {
        // given victims of 60 on both links: one over both, and one more on the second link with more residual tasks
        PrefetchFlow both = flow(1, 9, 60, 0, 1);
        PrefetchFlow second = flow(2, 8, 40, 1);
        PrefetchFlow fresh = flow(3, 1, 100, 0, 1);

        // then as published the second link has 100 to give by both; the repair knows that 60 of these were given
        // already
        assertThat(pass("cardinal", both, second, fresh).values())
                .containsExactly(Verdict.ADMITTED, Verdict.ADMITTED, Verdict.NO_ROOM);
        assertThat(pass("cardinal-repaired", both, second, fresh).values())
                .containsExactly(Verdict.NO_ROOM, Verdict.NO_ROOM, Verdict.ADMITTED);
    }

    @Test
    void victimsThatStillFitGetTheirRateBackFromTheRepairAlone() {
        // given that the first link takes the one with the most residual tasks, and the second link then one that would
        // have sufficed
        PrefetchFlow first = flow(1, 9, 30, 0);
        PrefetchFlow both = flow(2, 8, 70, 0, 1);
        PrefetchFlow fresh = flow(3, 1, 70, 0, 1);

        // then the first fits beside the new one
        assertThat(pass("cardinal", first, both, fresh).values())
                .containsExactly(Verdict.ABANDONED, Verdict.ABANDONED, Verdict.ADMITTED);
        assertThat(pass("cardinal-repaired", first, both, fresh).values())
                .containsExactly(Verdict.ADMITTED, Verdict.NO_ROOM, Verdict.ADMITTED);
    }

    @Test
    void equalResidualTasksDoNotGiveWay() {
        for (String name : List.of("cardinal", "cardinal-repaired")) {
            assertThat(pass(name, flow(1, 3, 60, 0), flow(2, 3, 50, 0)).values())
                    .containsExactly(Verdict.ADMITTED, Verdict.NO_ROOM);
        }
    }

    @Property(tries = 300)
    void whoeverIsRejectedAbandonsNobody(@ForAll long seed) {
        Random random = new Random(seed);
        RateAdmission admission = RateAdmissions.named("cardinal");
        List<PrefetchFlow> flows = new ArrayList<>();
        for (int id = 0; id < 30; id++) {
            int from = random.nextInt(4);
            flows.add(flow(id, 1 + random.nextInt(9), 1 + random.nextInt(80), from, 4 + random.nextInt(4)));
            Map<Long, FlowRate> before = admission.rates(0);

            Map<Long, Verdict> verdicts = admission.admit(flows, link -> 100, 0);

            if (verdicts.get((long) id) != Verdict.ADMITTED) {
                assertThat(admission.rates(0)).isEqualTo(before);
            }
        }
    }

    @Test
    void asPublishedARejectedFlowIsNotAskedAgain() {
        for (String name : List.of("cardinal", "cardinal-repaired")) {
            // given one that was rejected for lack of room
            RateAdmission admission = RateAdmissions.named(name);
            PrefetchFlow first = flow(1, 1, 60, 0);
            PrefetchFlow second = flow(2, 1, 50, 0);
            assertThat(admission.admit(List.of(first, second), link -> 100, 0)).containsEntry(2L, Verdict.NO_ROOM);

            // when there is room
            admission.ended(1);
            Map<Long, Verdict> later = admission.admit(List.of(second), link -> 100, 0);

            assertThat(later).containsEntry(2L, name.equals("cardinal") ? Verdict.NO_ROOM : Verdict.ADMITTED);
            assertThat(admission.admit(List.of(second.by(SECOND - 1)), link -> 100, 0))
                    .containsEntry(2L, Verdict.ADMITTED);
        }
    }

    @Test
    void theRepairLowersTheRateOfWhoIsAhead() {
        PrefetchFlow flow = flow(1, 1, 80, 0);
        for (String name : List.of("cardinal", "cardinal-repaired")) {
            RateAdmission admission = RateAdmissions.named(name);
            admission.admit(List.of(flow), link -> 100, 0);
            assertThat(admission.nextChangeNanos(0)).isEqualTo(SECOND);

            admission.admit(List.of(flow.left(10)), link -> 100, SECOND / 2);

            assertThat(admission.rates(SECOND / 2).get(1L).floorBytesPerSecond())
                    .isEqualTo(name.equals("cardinal") ? 80 : 20);
            assertThat(admission.rates(SECOND)).isEmpty();
        }
    }

    @Test
    void whereLessIsFreeTheMostResidualTasksGiveWay() {
        for (String name : List.of("cardinal", "cardinal-repaired")) {
            RateAdmission admission = RateAdmissions.named(name);
            List<PrefetchFlow> flows = List.of(flow(1, 2, 50, 0), flow(2, 7, 50, 0));
            admission.admit(flows, link -> 100, 0);

            assertThat(admission.admit(flows, link -> 60, 0).values())
                    .containsExactly(Verdict.ADMITTED, Verdict.ABANDONED);
        }
    }
}
