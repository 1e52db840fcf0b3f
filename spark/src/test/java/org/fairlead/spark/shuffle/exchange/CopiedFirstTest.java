// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.shuffle.copy.CopiedTasks;
import org.fairlead.core.task.Choice;
import org.junit.jupiter.api.Test;

class CopiedFirstTest {
    private final Set<Integer> launched = new HashSet<>();
    private final Set<Integer> preferring = new HashSet<>();
    private int free;
    private Optional<CopiedTasks> tasks = Optional.of(new CopiedTasks(List.of("1", "1", "2", "2")));
    private final List<String> told = new ArrayList<>();
    private final CopiedFirst copied = new CopiedFirst(
            new CopiedFirst.Holders() {
                @Override
                public Optional<CopiedTasks> tasks() {
                    return tasks;
                }

                @Override
                public void launched(int task, String executor) {
                    told.add(task + " in " + executor);
                }
            },
            task -> !launched.contains(task),
            preferring::contains,
            executor -> free);

    /** What a slot of an executor gets where this is planned. */
    private OfferResponse respond(OfferResponse planned, String executor, LocalityLevel farthest) {
        return copied.respond(executor, farthest, task -> true, () -> planned, () -> told.add("chosen"));
    }

    /** The task that it gets; −1 where it gets none. */
    private int task(OfferResponse planned, String executor, LocalityLevel farthest) {
        return respond(planned, executor, farthest) instanceof OfferResponse.Launch launch ? launch.task() : -1;
    }

    private boolean isKept() {
        return respond(OfferResponse.Plain.ENGINE, "3", LocalityLevel.ANY) == OfferResponse.Plain.LATER_IN_ROUND;
    }

    private static List<OfferResponse> plans() {
        return List.of(
                new OfferResponse.Launch(
                        0, LocalityLevel.NO_PREFERENCE, 0, -1, List.of(), 1, 0, 1, null, PathChoice.NETWORK, "", false),
                new OfferResponse.Decline(Choice.Cause.SOONER_ELSEWHERE, 1, null),
                new OfferResponse.AwaitPlan(1),
                OfferResponse.Plain.LATER_IN_ROUND);
    }

    @Test
    void anExecutorsOwnTasksComeFirstWhateverIsPlanned() {
        for (OfferResponse planned : plans()) {
            assertThat(task(planned, "2", LocalityLevel.HOST)).isEqualTo(2);
        }
        assertThat(task(OfferResponse.Plain.ENGINE_NEAR, "1", LocalityLevel.ANY))
                .isZero();
        assertThat(told).containsOnly("chosen").hasSize(5);
    }

    @Test
    void whatIsPlannedStandsWhereTheExecutorHasNoneOfItsOwn() {
        for (OfferResponse planned : plans()) {
            assertThat(respond(planned, "3", LocalityLevel.ANY)).isSameAs(planned);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void whoHasNoneTakesTheLastOfWhoHasMostWhereStockDecides() {
        launched.add(0);

        assertThat(task(OfferResponse.Plain.ENGINE_NEAR, "3", LocalityLevel.ANY))
                .isEqualTo(3);
        assertThat(task(OfferResponse.Plain.ENGINE, "3", LocalityLevel.HOST)).isEqualTo(3);
        assertThat(task(OfferResponse.Plain.PASSED_OVER, "3", LocalityLevel.ANY))
                .isEqualTo(3);
    }

    @Test
    void aTaskThatPrefersHostsGoesElsewhereNoSoonerThanByStock() {
        launched.addAll(Set.of(0, 2, 3));
        preferring.add(1);

        assertThat(respond(OfferResponse.Plain.ENGINE_NEAR, "3", LocalityLevel.ANY))
                .isEqualTo(OfferResponse.Plain.ENGINE_NEAR);
        assertThat(respond(OfferResponse.Plain.ENGINE, "3", LocalityLevel.RACK)).isEqualTo(OfferResponse.Plain.ENGINE);
        assertThat(task(OfferResponse.Plain.ENGINE, "3", LocalityLevel.ANY)).isEqualTo(1);
        assertThat(task(OfferResponse.Plain.ENGINE, "1", LocalityLevel.HOST))
                .as("its own")
                .isEqualTo(1);
    }

    @Test
    void whatItsHolderHasAFreeSlotForIsKeptForARound() {
        free = 2;
        copied.beginRound();
        assertThat(isKept()).isTrue();
        assertThat(isKept()).isTrue();

        copied.beginRound();

        assertThat(isKept()).isFalse();
        assertThat(task(OfferResponse.Plain.ENGINE, "3", LocalityLevel.ANY)).isNotNegative();
    }

    @Test
    void whileSomethingIsLaunchedItIsKeptOn() {
        free = 2;
        copied.beginRound();
        assertThat(isKept()).isTrue();
        copied.launched(0, "1");

        copied.beginRound();

        assertThat(isKept()).isTrue();
        assertThat(told).containsExactly("0 in 1");
    }

    @Test
    void whatFailedComesFirst() {
        copied.again(1);

        assertThat(task(OfferResponse.Plain.ENGINE, "2", LocalityLevel.ANY)).isEqualTo(1);
    }

    @Test
    void whereNothingIsCopiedWhatIsPlannedStands() {
        tasks = Optional.empty();
        copied.again(1);

        assertThat(respond(OfferResponse.Plain.ENGINE, "1", LocalityLevel.ANY)).isEqualTo(OfferResponse.Plain.ENGINE);
    }
}
