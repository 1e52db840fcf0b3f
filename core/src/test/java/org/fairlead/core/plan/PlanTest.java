// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.Choice;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final long MADE = 1_000;

    private final Plan.Builder builder = new Plan.Builder();

    @Test
    void whenAllIsPlannedAHostWithoutTasksIsRefusedUntilThePlanIsOld() {
        builder.launch(
                "h1",
                new OfferResponse.Launch(
                        0, LocalityLevel.ANY, 1, -1, List.of(), 1, 0, 1, null, PathChoice.NETWORK, "", false));
        OfferResponse.Decline rest = new OfferResponse.Decline(Choice.Cause.SOONER_ELSEWHERE, 100, null);
        builder.declineRest(rest);
        Plan plan = builder.build(0);
        assertThat(plan.respond("2", "h2", LocalityLevel.ANY, task -> true, 50)).isEqualTo(rest);
        assertThat(plan.respond("2", "h2", LocalityLevel.ANY, task -> true, 100))
                .isEqualTo(OfferResponse.Plain.UNPLANNED);
        assertThat(plan.respond("1", "h1", LocalityLevel.ANY, task -> true, 50))
                .isInstanceOf(OfferResponse.Launch.class);
    }

    @Test
    void tasksComeInTheirOrderAndThoseThatAreGoneAreLeftOut() {
        builder.launch("h1", launch(4, LocalityLevel.HOST));
        builder.launch("h1", launch(7, LocalityLevel.HOST));
        Plan plan = builder.build(MADE);

        assertThat(task(plan, LocalityLevel.HOST, Set.of(4, 7))).isEqualTo(4);
        assertThat(task(plan, LocalityLevel.HOST, Set.of(7))).isEqualTo(7);
        assertThat(plan.respond("1", "h1", LocalityLevel.ANY, task -> false, MADE))
                .isEqualTo(OfferResponse.Plain.UNPLANNED);
    }

    @Test
    void aTaskFarFromItsInputComesLaterInTheRound() {
        builder.launch("h1", launch(4, LocalityLevel.ANY));
        builder.launch("h1", launch(7, LocalityLevel.HOST));
        Plan plan = builder.build(MADE);

        assertThat(task(plan, LocalityLevel.HOST, Set.of(4, 7))).isEqualTo(7);
        assertThat(plan.respond("1", "h1", LocalityLevel.HOST, task -> task == 4, MADE))
                .isEqualTo(OfferResponse.Plain.LATER_IN_ROUND);
        assertThat(task(plan, LocalityLevel.ANY, Set.of(4, 7))).isEqualTo(4);
    }

    @Test
    void aDeclineComesAfterTheTasksAndEnds() {
        OfferResponse.Decline decline = new OfferResponse.Decline(Choice.Cause.RECEIVER_BUSY, MADE + 100, null);
        builder.launch("h1", launch(4, LocalityLevel.HOST));
        builder.decline("h1", decline);
        Plan plan = builder.build(MADE);

        assertThat(task(plan, LocalityLevel.ANY, Set.of(4))).isEqualTo(4);
        assertThat(plan.respond("1", "h1", LocalityLevel.ANY, task -> false, MADE + 99))
                .isEqualTo(decline);
        assertThat(plan.respond("1", "h1", LocalityLevel.ANY, task -> false, MADE + 100))
                .isEqualTo(OfferResponse.Plain.UNPLANNED);
    }

    @Test
    void ofAHostThatItDoesNotKnowItSaysNothing() {
        builder.launch("h1", launch(4, LocalityLevel.HOST));

        assertThat(builder.build(MADE).respond("2", "h2", LocalityLevel.ANY, task -> true, MADE))
                .isEqualTo(OfferResponse.Plain.UNPLANNED);
    }

    @Test
    void whatAnotherExecutorOfTheHostHoldsIsLeftToItWhileSomethingElseIsPlanned() {
        builder.launch("h1", launch(4, LocalityLevel.HOST, "2"));
        builder.launch("h1", launch(7, LocalityLevel.HOST, "1"));
        builder.launch("h1", launch(9, LocalityLevel.ANY));
        Plan plan = builder.build(MADE);

        assertThat(task(plan, LocalityLevel.HOST, Set.of(4, 7, 9))).isEqualTo(7);
        assertThat(plan.respond("1", "h1", LocalityLevel.HOST, Set.of(4, 9)::contains, MADE))
                .isEqualTo(OfferResponse.Plain.LATER_IN_ROUND);
        assertThat(task(plan, LocalityLevel.ANY, Set.of(4, 9))).isEqualTo(9);
        assertThat(plan.respond("2", "h1", LocalityLevel.HOST, Set.of(4, 7, 9)::contains, MADE))
                .isEqualTo(launch(4, LocalityLevel.HOST, "2"));
    }

    @Test
    void whereNothingElseIsPlannedItReadsThatFromAfar() {
        builder.launch("h1", launch(4, LocalityLevel.HOST, "2"));
        Plan plan = builder.build(MADE);

        assertThat(plan.respond("1", "h1", LocalityLevel.HOST, task -> true, MADE))
                .isEqualTo(OfferResponse.Plain.LATER_IN_ROUND);
        OfferResponse.Launch launch =
                (OfferResponse.Launch) plan.respond("1", "h1", LocalityLevel.ANY, task -> true, MADE);
        assertThat(launch.task()).isEqualTo(4);
        assertThat(launch.source()).as("nobody knows").isEqualTo(-1);
        assertThat(launch.sourceNames()).isEmpty();
        assertThat(launch.expectedSeconds()).isNaN();
    }

    @Test
    void whatAnExecutorHoldsIsItsTaskThoughItIsPlannedForAnotherHost() {
        builder.launch("h1", launch(4, LocalityLevel.ANY));
        builder.holds(launch(4, LocalityLevel.HOST, "2"));
        builder.declineRest(new OfferResponse.Decline(Choice.Cause.SOONER_ELSEWHERE, MADE + 100, null));
        Plan plan = builder.build(MADE);

        assertThat(plan.respond("2", "h2", LocalityLevel.HOST, task -> true, MADE))
                .isEqualTo(launch(4, LocalityLevel.HOST, "2"));
        assertThat(plan.respond("3", "h2", LocalityLevel.HOST, task -> true, MADE))
                .as("another executor of the host")
                .isInstanceOf(OfferResponse.Decline.class);
        assertThat(plan.respond("2", "h2", LocalityLevel.HOST, task -> false, MADE))
                .as("taken where it was planned")
                .isInstanceOf(OfferResponse.Decline.class);
        assertThat(task(plan, LocalityLevel.ANY, Set.of(4))).isEqualTo(4);
    }

    @Test
    void itComesAfterWhatIsPlannedForTheExecutorAndHeldThereAndBeforeWhatIsNot() {
        builder.launch("h1", launch(4, LocalityLevel.HOST, "1"));
        builder.launch("h1", launch(7, LocalityLevel.ANY));
        builder.holds(launch(9, LocalityLevel.ANY, "1"));
        Plan plan = builder.build(MADE);

        assertThat(task(plan, LocalityLevel.ANY, Set.of(4, 7, 9))).isEqualTo(4);
        assertThat(task(plan, LocalityLevel.ANY, Set.of(7, 9))).isEqualTo(9);
        assertThat(task(plan, LocalityLevel.ANY, Set.of(7))).isEqualTo(7);
        assertThat(plan.respond("1", "h1", LocalityLevel.HOST, task -> task == 9, MADE))
                .as("its rest comes from afar")
                .isEqualTo(OfferResponse.Plain.LATER_IN_ROUND);
    }

    private static OfferResponse.Launch launch(int task, LocalityLevel level) {
        return launch(task, level, "");
    }

    private static OfferResponse.Launch launch(int task, LocalityLevel level, String heldBy) {
        return new OfferResponse.Launch(
                task, level, 1, 1, List.of("h1"), 1e6, 0, 1, null, PathChoice.NETWORK, heldBy, false);
    }

    private static int task(Plan plan, LocalityLevel farthest, Set<Integer> pending) {
        OfferResponse response = plan.respond("1", "h1", farthest, pending::contains, MADE);
        assertThat(response).isInstanceOf(OfferResponse.Launch.class);
        return ((OfferResponse.Launch) response).task();
    }
}
