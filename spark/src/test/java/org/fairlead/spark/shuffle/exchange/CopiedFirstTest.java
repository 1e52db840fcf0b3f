// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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

    private OptionalInt own(String executor) {
        return copied.own(executor, task -> true);
    }

    private OptionalInt others(OfferResponse response, LocalityLevel farthest) {
        return copied.others(response, "3", farthest, task -> true).task();
    }

    private boolean isKept() {
        return copied.others(OfferResponse.Plain.ENGINE, "3", LocalityLevel.ANY, task -> true)
                .isKept();
    }

    @Test
    void whatItsHolderHasAFreeSlotForIsKeptForARound() {
        free = 2;
        copied.beginRound();
        assertThat(isKept()).isTrue();
        assertThat(isKept()).isTrue();

        copied.beginRound();

        assertThat(isKept()).isFalse();
        assertThat(others(OfferResponse.Plain.ENGINE, LocalityLevel.ANY)).isPresent();
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
    void anExecutorsOwnTasksComeFirst() {
        assertThat(own("2")).hasValue(2);
        launched.addAll(Set.of(0, 1));
        assertThat(own("1")).isEmpty();
        assertThat(copied.own("2", task -> task != 2)).hasValue(3);
    }

    @Test
    void whoHasNoneTakesTheLastOfWhoHasMostWhereStockDecides() {
        launched.add(0);

        assertThat(others(OfferResponse.Plain.ENGINE_NEAR, LocalityLevel.ANY)).hasValue(3);
        assertThat(others(OfferResponse.Plain.ENGINE, LocalityLevel.HOST)).hasValue(3);
        assertThat(others(OfferResponse.Plain.PASSED_OVER, LocalityLevel.ANY)).hasValue(3);
    }

    @Test
    void aTaskThatPrefersHostsGoesElsewhereNoSoonerThanByStock() {
        launched.addAll(Set.of(0, 2, 3));
        preferring.add(1);

        assertThat(others(OfferResponse.Plain.ENGINE_NEAR, LocalityLevel.ANY)).isEmpty();
        assertThat(others(OfferResponse.Plain.ENGINE, LocalityLevel.RACK)).isEmpty();
        assertThat(others(OfferResponse.Plain.ENGINE, LocalityLevel.ANY)).hasValue(1);
        assertThat(own("1")).as("its own").hasValue(1);
    }

    @Test
    void whatIsPlannedStandsWhereTheExecutorHasNoneOfItsOwn() {
        OfferResponse planned = new OfferResponse.Launch(
                0, LocalityLevel.NO_PREFERENCE, 0, -1, List.of(), 1, 0, 1, null, PathChoice.NETWORK, "");
        OfferResponse declined = new OfferResponse.Decline(Choice.Cause.SOONER_ELSEWHERE, 1, null);

        for (OfferResponse response :
                List.of(planned, declined, new OfferResponse.AwaitPlan(1), OfferResponse.Plain.LATER_IN_ROUND)) {
            assertThat(others(response, LocalityLevel.ANY)).isEmpty();
        }
    }

    @Test
    void whatFailedComesFirst() {
        copied.again(1);

        assertThat(own("2")).hasValue(1);
    }

    @Test
    void whereNothingIsCopiedThereIsNothingToSay() {
        tasks = Optional.empty();

        assertThat(own("1")).isEmpty();
        assertThat(others(OfferResponse.Plain.ENGINE, LocalityLevel.ANY)).isEmpty();
        copied.again(1);
    }
}
