// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.profile.StageAttempt;
import org.junit.jupiter.api.Test;

class PrefetchRequestsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final StageAttempt STAGE = new StageAttempt(3, 0);
    private static final long BLOCK = 64L << 20;
    private static final long SMALL = 1L << 20;

    private final PrefetchRequests requests = new PrefetchRequests();

    private static PrefetchRequest request(int task, int executor, double dueSeconds) {
        return new PrefetchRequest(
                "e" + executor, executor, STAGE, task, 1, 5, 99, BLOCK, (long) (dueSeconds * SECOND));
    }

    private static ShadowSchedule schedule(PrefetchRequest... foreseen) {
        return new ShadowSchedule(List.of(foreseen), List.of(), 60 * SECOND, foreseen.length, 0);
    }

    /** All is still to come. */
    private PrefetchRequests.Changes update(ShadowSchedule newest) {
        return requests.update(newest, one -> true, executor -> 2);
    }

    private static int[] tasks(List<PrefetchRequests.Numbered> some) {
        return some.stream().mapToInt(one -> one.request().task()).toArray();
    }

    @Test
    void aRequestStandsWhileLookAheadsAgreeWithTheNewestDeadline() {
        PrefetchRequests.Changes first = update(schedule(request(4, 1, 9)));
        assertThat(tasks(first.begun())).containsExactly(4);

        PrefetchRequests.Changes next = update(schedule(request(4, 1, 8), request(5, 2, 9)));

        assertThat(tasks(next.begun())).containsExactly(5);
        assertThat(next.kept())
                .containsExactly(
                        new PrefetchRequests.Numbered(first.begun().get(0).id(), request(4, 1, 8)));
        assertThat(next.cancelled()).isEmpty();
    }

    @Test
    void threeLookAheadsInARowThatDoNotHaveItEndIt() {
        update(schedule(request(4, 1, 9)));

        assertThat(tasks(update(schedule()).kept())).containsExactly(4);
        assertThat(tasks(update(schedule()).kept())).containsExactly(4);
        PrefetchRequests.Changes third = update(schedule());

        assertThat(tasks(third.cancelled())).containsExactly(4);
        assertThat(third.kept()).isEmpty();
        assertThat(requests.of(STAGE, 4)).isEmpty();
    }

    @Test
    void oneInBetweenThatHasItBeginsTheCountAnew() {
        update(schedule(request(4, 1, 9)));
        update(schedule());
        update(schedule());
        update(schedule(request(4, 1, 9)));

        assertThat(update(schedule()).cancelled()).isEmpty();
        assertThat(update(schedule()).cancelled()).isEmpty();
        assertThat(tasks(update(schedule()).cancelled())).containsExactly(4);
    }

    @Test
    void forAnotherExecutorItIsRequestedWhenTheFirstOneIsCancelled() {
        update(schedule(request(4, 1, 9)));

        for (int pass = 1; pass < PrefetchRequests.PASSES; pass++) {
            PrefetchRequests.Changes before = update(schedule(request(4, 2, 9)));
            assertThat(before.begun()).isEmpty();
            assertThat(before.kept())
                    .extracting(one -> one.request().executor())
                    .containsExactly("e1");
        }

        PrefetchRequests.Changes last = update(schedule(request(4, 2, 9)));
        assertThat(last.cancelled()).extracting(one -> one.request().executor()).containsExactly("e1");
        assertThat(last.begun()).extracting(one -> one.request().executor()).containsExactly("e2");
    }

    @Test
    void whatIsThereIsKeptForLonger() {
        update(schedule(request(4, 1, 9)));
        for (int pass = 1; pass < PrefetchRequests.PASSES_THERE; pass++) {
            assertThat(tasks(requests.update(schedule(request(4, 2, 9)), one -> false, executor -> 2)
                            .kept()))
                    .as("pass %d", pass)
                    .containsExactly(4);
        }

        PrefetchRequests.Changes last = requests.update(schedule(request(4, 2, 9)), one -> false, executor -> 2);
        assertThat(tasks(last.cancelled())).containsExactly(4);
        assertThat(last.begun()).extracting(one -> one.request().executor()).containsExactly("e2");
    }

    @Test
    void ofAnExecutorNoMoreBeginThanArriveAtATime() {
        PrefetchRequest[] six = new PrefetchRequest[6];
        for (int task = 0; task < six.length; task++) {
            six[task] = request(task, 1, 9 + task);
        }
        PrefetchRequest other = request(7, 2, 20);
        assertThat(tasks(update(schedule(six[0], six[1], six[2], six[3], six[4], six[5], other))
                        .begun()))
                .containsExactly(0, 1, 2, 3, 7);

        assertThat(update(schedule(six)).begun()).as("all four arrive still").isEmpty();
        assertThat(tasks(requests.update(schedule(six), one -> one.request().task() != 2, executor -> 2)
                        .begun()))
                .containsExactly(4);
    }

    @Test
    void ofAnExecutorWithOneSlotTwoArriveAtATime() {
        PrefetchRequests.Changes changes = requests.update(
                schedule(request(0, 1, 9), request(1, 1, 10), request(2, 1, 11)), one -> true, executor -> 1);

        assertThat(tasks(changes.begun())).containsExactly(0, 1);
    }

    @Test
    void aLookAheadThatDoesNotComeToItsDeadlineSaysNothingOfIt() {
        update(schedule(request(4, 1, 9)));
        ShadowSchedule shortOne = new ShadowSchedule(List.of(), List.of(), 8 * SECOND, 0, 0);

        for (int pass = 0; pass < 5; pass++) {
            assertThat(tasks(update(shortOne).kept())).containsExactly(4);
        }
    }

    @Test
    void whatIsLaunchedAtOnceIsNotBegunButStaysIfItStands() {
        ShadowSchedule atOnce = new ShadowSchedule(List.of(), List.of(request(4, 1, 0)), 60 * SECOND, 1, 1);
        assertThat(update(atOnce).begun()).isEmpty();

        update(schedule(request(4, 1, 1)));
        update(atOnce);
        update(atOnce);

        assertThat(update(atOnce).cancelled()).isEmpty();
    }

    @Test
    void whatIsLaunchedIsTheTasksOwn() {
        update(schedule(request(4, 1, 1)));

        assertThat(requests.launched(STAGE, 4))
                .hasValueSatisfying(one -> assertThat(one.request().task()).isEqualTo(4));
        for (int pass = 0; pass < PrefetchRequests.PASSES; pass++) {
            assertThat(update(schedule()).cancelled()).isEmpty();
        }
        assertThat(requests.launched(STAGE, 4)).isEmpty();
    }

    @Test
    void aStageOfWhichMuchIsFetchedInVainGetsNoNewRequests() {
        for (int task = 0; task < 8; task++) {
            update(schedule(request(task, 1, 1)));
            long id = requests.launched(STAGE, task).orElseThrow().id();
            requests.over(id, BLOCK, task < 6 ? BLOCK : 0);
        }
        assertThat(requests.fetchedBytes(STAGE)).isEqualTo(8 * BLOCK);
        assertThat(requests.wastedBytes(STAGE)).isEqualTo(2 * BLOCK);
        assertThat(requests.isWasteful(STAGE)).as("a quarter").isTrue();
        PrefetchRequest ofOther = new PrefetchRequest("e1", 1, new StageAttempt(4, 0), 0, 1, 5, 99, BLOCK, SECOND);

        assertThat(update(schedule(request(9, 1, 1), ofOther)).begun())
                .extracting(one -> one.request().stage())
                .containsExactly(ofOther.stage());

        requests.completed(STAGE);
        assertThat(requests.isWasteful(STAGE)).isFalse();
    }

    private void over(int task, long readBytes) {
        update(schedule(request(task, 1, 1)));
        requests.over(requests.of(STAGE, task).orElseThrow().id(), BLOCK, readBytes);
    }

    @Test
    void ofAStageThatHasEndedNothingMoreIsCounted() {
        update(schedule(request(4, 1, 1)));
        long id = requests.launched(STAGE, 4).orElseThrow().id();
        requests.completed(STAGE);

        requests.over(id, BLOCK, 0);

        assertThat(requests.fetchedBytes(STAGE)).isZero();
    }

    @Test
    void aFifthInVainIsNotTooMuch() {
        for (int task = 0; task < 5; task++) {
            over(task, task < 4 ? BLOCK : 0);
            assertThat(requests.isWasteful(STAGE)).as("after %d", task).isFalse();
        }
    }

    @Test
    void ofFewBytesNothingIsSaid() {
        for (int task = 0; task < 3; task++) {
            over(task, 0);
            assertThat(requests.isWasteful(STAGE)).as("after %d", task).isFalse();
        }
        over(3, 0);
        assertThat(requests.isWasteful(STAGE)).isTrue();
    }

    /** Of a stage of its own, so that its stage says nothing. */
    private static PrefetchRequest small(int stage, int executor) {
        return new PrefetchRequest(
                "e" + executor, executor, new StageAttempt(stage, 0), 0, 1, 5, 99, SMALL, 9 * SECOND);
    }

    /** As many requests one after the other, of which the last ones are in vain. */
    private void ended(int all, int inVain) {
        for (int each = 0; each < all; each++) {
            StageAttempt stage = new StageAttempt(100 + each, 0);
            requests.update(schedule(small(stage.stage(), 1)), one -> false, executor -> 2);
            long id = requests.launched(stage, 0).orElseThrow().id();
            requests.over(id, SMALL, each < all - inVain ? SMALL : 0);
        }
    }

    @Test
    void whileMuchOfTheNewestIsInVainOneAtATimeIsStillToCome() {
        ended(1000, PrefetchRequests.NEWEST / 2);
        assertThat(requests.isWasteful()).isTrue();
        ShadowSchedule three = schedule(small(1, 1), small(2, 2), small(3, 3));

        assertThat(update(three).begun())
                .extracting(one -> one.request().stage().stage())
                .containsExactly(1);
        assertThat(update(three).begun()).isEmpty();
        assertThat(requests.update(three, one -> false, executor -> 2).begun())
                .extracting(one -> one.request().stage().stage())
                .containsExactly(2);

        ended(PrefetchRequests.NEWEST, 0);
        assertThat(requests.isWasteful()).isFalse();
        assertThat(update(schedule(small(4, 1), small(5, 2), small(6, 3))).begun())
                .hasSize(3);
    }

    @Test
    void whatGoesWrongAtFirstIsNotHeldAgainstItForLong() {
        ended(4, 4);
        assertThat(requests.isWasteful()).as("the first four").isFalse();
        ended(4, 4);
        assertThat(requests.isWasteful()).as("the first eight").isTrue();

        ended(4, 0);
        assertThat(requests.isWasteful()).as("and four that were read").isFalse();
    }

    @Test
    void whatWasLongAgoSaysLittle() {
        ended(1000, 0);
        ended(PrefetchRequests.NEWEST / 2, PrefetchRequests.NEWEST / 2);

        assertThat(requests.isWasteful()).isTrue();
    }

    @Test
    void whatComesAfterItsStageHasEndedCountsForTheApplication() {
        for (int each = 1; each <= 8; each++) {
            requests.update(schedule(small(7, 1)), one -> false, executor -> 2);
            long id = requests.launched(new StageAttempt(7, 0), 0).orElseThrow().id();
            requests.completed(new StageAttempt(7, 0));
            requests.over(id, SMALL, 0);
            requests.over(id, SMALL, 0);
            assertThat(requests.isWasteful()).isEqualTo(each >= 7);
        }
    }

    @Test
    void ofWhichNothingCameSaysNothing() {
        for (int each = 0; each < 100; each++) {
            requests.update(schedule(small(7, 1)), one -> true, executor -> 2);
            requests.over(requests.all().get(0).id(), 0, 0);
        }
        assertThat(requests.isWasteful()).isFalse();
    }

    @Test
    void whatIsOverIsCountedOnce() {
        update(schedule(request(4, 1, 1)));
        long id = requests.of(STAGE, 4).orElseThrow().id();
        requests.over(id, BLOCK, 0);
        requests.over(id, BLOCK, 0);

        assertThat(requests.wastedBytes(STAGE)).isEqualTo(BLOCK);
        assertThat(requests.all()).isEmpty();
        assertThatThrownBy(() -> requests.over(id, 1, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 200)
    void whateverLookAheadsSayATaskHasOneRequestWhichBeginsAndEndsOnce(@ForAll long seed) {
        Random random = new Random(seed);
        PrefetchRequests some = new PrefetchRequests();
        Map<Long, PrefetchRequest> open = new HashMap<>();
        Set<Long> ever = new HashSet<>();
        for (int pass = 0; pass < 30; pass++) {
            List<PrefetchRequest> foreseen = new ArrayList<>();
            for (int task = 0; task < 6; task++) {
                if (random.nextInt(3) > 0) {
                    foreseen.add(request(task, random.nextInt(2), pass + random.nextInt(5)));
                }
            }
            ShadowSchedule newest = new ShadowSchedule(foreseen, List.of(), (pass + random.nextInt(6)) * SECOND, 0, 0);
            PrefetchRequests.Changes changes = some.update(newest, one -> random.nextBoolean(), executor -> 1);
            changes.cancelled().forEach(one -> assertThat(open.remove(one.id())).isNotNull());
            changes.begun().forEach(one -> {
                assertThat(ever.add(one.id())).isTrue();
                assertThat(foreseen).contains(one.request());
                open.put(one.id(), one.request());
            });
            long[] standing = some.all().stream()
                    .mapToLong(PrefetchRequests.Numbered::id)
                    .sorted()
                    .toArray();
            assertThat(standing)
                    .isEqualTo(
                            open.keySet().stream().mapToLong(id -> id).sorted().toArray());
            assertThat(Arrays.stream(tasks(some.all())).distinct().count()).isEqualTo(standing.length);
            if (random.nextInt(3) == 0) {
                some.launched(STAGE, random.nextInt(6)).ifPresent(one -> open.remove(one.id()));
            }
        }
    }
}
