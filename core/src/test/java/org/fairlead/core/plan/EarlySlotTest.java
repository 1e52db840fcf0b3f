// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.fairlead.core.prefetch.shadow.ForeseenCluster;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.junit.jupiter.api.Test;

/** What a plan has for a slot that is free sooner than it foresaw. */
class EarlySlotTest {
    private static final long SECOND = 1_000_000_000;
    private static final StageAttempt OTHERS = new StageAttempt(7, 0);

    private final ApplicationPlanner planner =
            new ApplicationPlanner(TaskAssigners.named("fairlead"), SECOND, Optional.empty());

    /** What a host's slot gets for which nothing is planned: h1 and h2 have one each, and h1 has the input of the only task. */
    private OfferResponse onTheOther() {
        ForeseenCluster cluster = ForeseenCluster.ofRacks(1, 2);
        PlannedStage stage = planner.stage(new ReadingStage(1, List.of(List.of("h1")), 125e6));
        planner.renew(stage, cluster, 0);
        Plan plan = planner.plan(stage, cluster, 0, () -> true).orElseThrow().plan();
        assertThat(plan.launchesOn("h1")).isEqualTo(1);
        return plan.respond("h2", "h2", LocalityLevel.ANY, task -> true, 1);
    }

    private void runs(long attempt, String host, double seconds) {
        planner.executors().offered(host, host, 1);
        planner.executors().launched(host, 1);
        planner.launched(attempt, OTHERS, host, host, seconds, Optional.empty(), 0);
    }

    @Test
    void isEarlyWhereAllTasksArePlannedForSlotsThatAreTaken() {
        runs(1, "h1", 0.1);
        runs(2, "h2", 5);

        assertThat(onTheOther())
                .isEqualTo(new OfferResponse.Decline(Choice.Cause.SOONER_ELSEWHERE, SECOND, null, true));
    }

    @Test
    void isNotWhereATaskWasPlannedForOneThatWasFree() {
        planner.executors().offered("h1", "h1", 1);
        runs(2, "h2", 5);

        assertThat(onTheOther()).isEqualTo(new OfferResponse.Decline(Choice.Cause.SOONER_ELSEWHERE, SECOND, null));
    }
}
