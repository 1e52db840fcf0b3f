// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.fairlead.core.task.Choice;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final long MADE = 1_000;

    private final Plan.Builder builder = new Plan.Builder();

    @Test
    void whenAllIsPlannedAHostWithoutTasksIsRefusedUntilThePlanIsOld() {
        builder.launch("h1", new Answer.Launch(0, Level.ANY, 1, -1, List.of(), 1, 1, null));
        Answer.Refuse rest = new Answer.Refuse(Choice.Cause.SOONER_ELSEWHERE, 100, null);
        builder.refuseRest(rest);
        Plan plan = builder.build(0);
        assertThat(plan.answer("h2", Level.ANY, task -> true, 50)).isEqualTo(rest);
        assertThat(plan.answer("h2", Level.ANY, task -> true, 100)).isEqualTo(Answer.Plain.UNPLANNED);
        assertThat(plan.answer("h1", Level.ANY, task -> true, 50)).isInstanceOf(Answer.Launch.class);
    }

    @Test
    void tasksComeInTheirOrderAndThoseThatAreGoneAreLeftOut() {
        builder.launch("h1", launch(4, Level.NODE_LOCAL));
        builder.launch("h1", launch(7, Level.NODE_LOCAL));
        Plan plan = builder.build(MADE);

        assertThat(task(plan, Level.NODE_LOCAL, Set.of(4, 7))).isEqualTo(4);
        assertThat(task(plan, Level.NODE_LOCAL, Set.of(7))).isEqualTo(7);
        assertThat(plan.answer("h1", Level.ANY, task -> false, MADE)).isEqualTo(Answer.Plain.UNPLANNED);
    }

    @Test
    void aTaskFarFromItsInputComesLaterInTheRound() {
        builder.launch("h1", launch(4, Level.ANY));
        builder.launch("h1", launch(7, Level.NODE_LOCAL));
        Plan plan = builder.build(MADE);

        assertThat(task(plan, Level.NODE_LOCAL, Set.of(4, 7))).isEqualTo(7);
        assertThat(plan.answer("h1", Level.NODE_LOCAL, task -> task == 4, MADE)).isEqualTo(Answer.Plain.NOT_YET);
        assertThat(task(plan, Level.ANY, Set.of(4, 7))).isEqualTo(4);
    }

    @Test
    void aRefusalComesAfterTheTasksAndEnds() {
        Answer.Refuse refusal = new Answer.Refuse(Choice.Cause.RECEIVER_BUSY, MADE + 100, null);
        builder.launch("h1", launch(4, Level.NODE_LOCAL));
        builder.refuse("h1", refusal);
        Plan plan = builder.build(MADE);

        assertThat(task(plan, Level.ANY, Set.of(4))).isEqualTo(4);
        assertThat(plan.answer("h1", Level.ANY, task -> false, MADE + 99)).isEqualTo(refusal);
        assertThat(plan.answer("h1", Level.ANY, task -> false, MADE + 100)).isEqualTo(Answer.Plain.UNPLANNED);
    }

    @Test
    void ofAHostThatItDoesNotKnowItSaysNothing() {
        builder.launch("h1", launch(4, Level.NODE_LOCAL));

        assertThat(builder.build(MADE).answer("h2", Level.ANY, task -> true, MADE))
                .isEqualTo(Answer.Plain.UNPLANNED);
    }

    private static Answer.Launch launch(int task, Level level) {
        return new Answer.Launch(task, level, 1, 1, List.of("h1"), 1e6, 1, null);
    }

    private static int task(Plan plan, Level farthest, Set<Integer> pending) {
        Answer answer = plan.answer("h1", farthest, pending::contains, MADE);
        assertThat(answer).isInstanceOf(Answer.Launch.class);
        return ((Answer.Launch) answer).task();
    }
}
