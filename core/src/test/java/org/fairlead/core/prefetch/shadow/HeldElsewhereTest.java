// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.Plan;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.plan.ReadingStage;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.junit.jupiter.api.Test;

/** Tasks that are planned for a slot elsewhere, though an executor holds their input: it takes them if its slot is free before. */
class HeldElsewhereTest {
    private static final long SECOND = ForeseenCluster.SECOND;
    private static final double BYTES = 125e6;
    private static final StageAttempt OTHER = new StageAttempt(2, 0);

    /** h1 and h2 have an executor each, h3 stores. */
    private final ForeseenCluster cluster = ForeseenCluster.ofRacks(1, 3);

    private final ApplicationPlanner planner =
            new ApplicationPlanner(TaskAssigners.named("fairlead"), SECOND, Optional.empty());

    /** Tasks that read what h3 stores. */
    private static ReadingStage stage(int tasks) {
        return new ReadingStage(1, Collections.nCopies(tasks, List.of("h3")), BYTES);
    }

    /** A taken slot of a host, free in so many seconds as is foreseen. */
    private void slot(String host, double secondsLeft) {
        planner.executors().offered(host, host, 1);
        planner.executors().launched(host, 1);
        planner.launched(100 + cluster.host(host), OTHER, host, host, secondsLeft, Optional.empty(), 0);
    }

    private Plan plan(PlannedStage stage) {
        planner.renew(stage, cluster, 0);
        return planner.plan(stage, cluster, 0, () -> true).orElseThrow().plan();
    }

    private static OfferResponse respond(Plan plan, String host) {
        return plan.respond(host, host, LocalityLevel.ANY, task -> true, 0);
    }

    @Test
    void whoHoldsATasksInputTakesItIfItsSlotIsFreeBeforeTheOneThatWasForeseen() {
        slot("h1", 10);
        slot("h2", 1);
        PlannedStage stage = planner.stage(stage(1));
        planner.renew(stage, cluster, 0);
        planner.held(stage, 0, "h1", "h1", BYTES, cluster);

        Plan plan = plan(stage);

        assertThat(plan.launchesOn("h2")).isEqualTo(1);
        assertThat(respond(plan, "h2")).isInstanceOf(OfferResponse.Launch.class);
        assertThat(respond(plan, "h1")).isInstanceOfSatisfying(OfferResponse.Launch.class, launch -> {
            assertThat(launch.task()).isZero();
            assertThat(launch.level()).isEqualTo(LocalityLevel.HOST);
            assertThat(launch.source()).isEqualTo(cluster.host("h1"));
            assertThat(launch.heldBy()).isEqualTo("h1");
            assertThat(launch.expectedSeconds()).isZero();
        });
    }

    @Test
    void whoeverHoldsNothingWaitsAsPlanned() {
        slot("h1", 10);
        slot("h2", 1);

        Plan plan = plan(planner.stage(stage(1)));

        assertThat(respond(plan, "h2")).isInstanceOf(OfferResponse.Launch.class);
        assertThat(respond(plan, "h1")).isInstanceOf(OfferResponse.Decline.class);
    }

    @Test
    void ofWhatArrivesTheRestHasToComeAsFastAsAllWouldElsewhere() {
        slot("h1", 10);
        slot("h2", 1);
        PlannedStage stage = planner.stage(stage(1));
        planner.renew(stage, cluster, 0);
        planner.held(stage, 0, "h1", "h1", BYTES / 2, cluster);
        assertThat(respond(plan(stage), "h1")).isInstanceOf(OfferResponse.Launch.class);

        cluster.cluster.loaded(link -> link.to().name().equals("h1") ? 0.9 : 0);

        assertThat(respond(plan(stage), "h1")).isNotInstanceOf(OfferResponse.Launch.class);
    }

    /** Whatever is held, and whenever slots are foreseen to be free. */
    @Property(tries = 300)
    void aHolderWithAFreeSlotIsNeverRefused(@ForAll long seed) {
        new HeldElsewhereTest().neverRefuses(seed);
    }

    private void neverRefuses(long seed) {
        Random random = new Random(seed);
        slot("h1", 10 * random.nextDouble());
        slot("h2", 10 * random.nextDouble());
        int tasks = 1 + random.nextInt(6);
        PlannedStage stage = planner.stage(stage(tasks));
        planner.renew(stage, cluster, 0);
        List<String> holders = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            if (random.nextBoolean()) {
                String holder = random.nextBoolean() ? "h1" : "h2";
                planner.held(stage, task, holder, holder, BYTES, cluster);
                holders.add(holder);
            }
        }

        Plan plan = plan(stage);

        for (String holder : holders) {
            assertThat(respond(plan, holder)).isInstanceOf(OfferResponse.Launch.class);
        }
    }
}
