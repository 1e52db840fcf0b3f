// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.junit.jupiter.api.Test;

class PrefetchMemoryTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long LAPSE = 60 * SECOND;

    private final PrefetchMemory<String> memory = new PrefetchMemory<>(100, LAPSE);

    private MemoryAnswer<String> ask(String extent, long bytes, long deadlineSeconds) {
        return memory.request(extent, bytes, deadlineSeconds * SECOND, 0);
    }

    private void hold(String extent, long bytes, long deadlineSeconds) {
        assertThat(ask(extent, bytes, deadlineSeconds).begins()).isTrue();
        assertThat(memory.arrived(extent, bytes)).isTrue();
    }

    private void readWhole(String extent, long bytes) {
        assertThat(memory.beginRead(extent)).isTrue();
        memory.endRead(extent, bytes);
    }

    @Test
    void whatNobodySpeaksOfAnyMoreLeavesByItself() {
        hold("held", 20, 10);
        assertThat(ask("arriving", 20, 10).begins()).isTrue();
        hold("later", 10, 30);
        hold("begun", 10, 10);
        memory.begun("begun");
        hold("in use", 10, 10);
        memory.beginRead("in use");

        assertThat(memory.forget(70 * SECOND)).as("not longer than the lapse").isEmpty();
        assertThat(memory.forget(71 * SECOND)).containsExactlyInAnyOrder("held", "arriving");
        assertThat(memory.usedBytes()).isEqualTo(30);
        assertThat(memory.arrived("arriving", 5)).as("its transfer is to end").isFalse();
        assertThat(memory.forget(611 * SECOND)).containsExactlyInAnyOrder("later", "begun");
        assertThat(memory.endRead("in use", 10)).isFalse();
        assertThat(memory.forget(611 * SECOND)).containsExactly("in use");
        assertThat(memory.usedBytes()).isZero();
        assertThat(memory.counts().wasted()).isEqualTo(40);
    }

    /** As of a table that two stages read. */
    @Test
    void whatWasReadAndIsAskedForAgainGivesWayByItsNewDeadline() {
        hold("a", 50, 5);
        readWhole("a", 50);
        memory.done("a");
        assertThat(ask("a", 50, 10).state()).isEqualTo(State.HELD);
        hold("b", 50, 20);

        assertThat(ask("c", 50, 30).state()).isEqualTo(State.REFUSED);
        assertThat(ask("c", 50, 15).gaveWay()).containsExactly("b");
        memory.done("a");
        assertThat(ask("d", 50, 40).gaveWay()).containsExactly("a");
    }

    /** Each look-ahead asks anew for what is still to be read. */
    @Test
    void whatWasAskedForAgainBeforeItWasReadMakesRoomOnceItIs() {
        hold("a", 50, 10);
        assertThat(ask("a", 50, 9).state()).isEqualTo(State.HELD);
        readWhole("a", 50);
        hold("b", 50, 20);

        assertThat(ask("c", 50, 30).gaveWay()).containsExactly("a");
    }

    @Test
    void ofWhatLessIsToBeReadTheRestIsNotWaitedFor() {
        hold("a", 50, 10);
        memory.expect("a", 20);
        hold("b", 50, 20);
        readWhole("a", 19);
        assertThat(ask("c", 50, 30).state()).isEqualTo(State.REFUSED);
        readWhole("a", 1);

        assertThat(ask("c", 50, 30).gaveWay()).containsExactly("a");
    }

    @Test
    void theExampleOfTheDocumentation() {
        hold("a", 50, 10);
        hold("b", 50, 20);

        assertThat(ask("c", 50, 15)).isEqualTo(new MemoryAnswer<>(State.ARRIVING, true, List.of("b")));
        assertThat(ask("d", 50, 30)).isEqualTo(new MemoryAnswer<>(State.REFUSED, false, List.of()));
        readWhole("a", 50);
        assertThat(ask("d", 50, 30)).isEqualTo(new MemoryAnswer<>(State.ARRIVING, true, List.of("a")));
        assertThat(memory.counts()).isEqualTo(new MemoryCounts(200, 100, 50, 50, 0, 50, 50, 0, 0));
    }

    @Test
    void whatIsKnownIsAnsweredAndTakesNoMoreMemory() {
        assertThat(ask("a", 60, 10).state()).isEqualTo(State.ARRIVING);
        assertThat(ask("a", 60, 10)).isEqualTo(new MemoryAnswer<>(State.ARRIVING, false, List.of()));
        memory.arrived("a", 59);
        assertThat(ask("a", 60, 10).state()).isEqualTo(State.ARRIVING);
        memory.arrived("a", 1);
        assertThat(ask("a", 60, 10)).isEqualTo(new MemoryAnswer<>(State.HELD, false, List.of()));
        assertThat(memory.usedBytes()).isEqualTo(60);
    }

    @Test
    void theCancelledGiveWayBeforeThoseThatAreDueLater() {
        hold("soon", 50, 1);
        hold("late", 50, 100);
        assertThat(memory.cancel("soon")).isFalse();

        assertThat(ask("new", 50, 200).gaveWay()).containsExactly("soon");
    }

    @Test
    void whatIsCancelledWhileItArrivesIsGoneAndWhatIsAskedForAgainIsNoLongerCancelled() {
        ask("arriving", 50, 1);
        memory.arrived("arriving", 20);
        assertThat(memory.cancel("arriving")).isTrue();
        assertThat(memory.arrived("arriving", 30)).as("its transfer is to end").isFalse();
        assertThat(memory.usedBytes()).isZero();
        assertThat(memory.counts().wasted()).isEqualTo(20);

        hold("held", 50, 1);
        memory.cancel("held");
        assertThat(ask("held", 50, 1).state()).isEqualTo(State.HELD);
        hold("other", 50, 2);
        assertThat(ask("late", 50, 3).state()).isEqualTo(State.REFUSED);
    }

    @Test
    void whoseTaskHasEndedArrivesNoMoreAndMakesRoomButIsNotCancelled() {
        ask("overtaken", 50, 1);
        memory.arrived("overtaken", 20);
        hold("unread", 50, 2);

        assertThat(memory.done("overtaken")).as("its transfer is to end").isTrue();
        assertThat(memory.done("unread")).isFalse();
        assertThat(memory.counts().wasted()).isEqualTo(20);
        assertThat(memory.unreadBytes()).isEqualTo(50);
        assertThat(ask("new", 100, 300).gaveWay()).containsExactly("unread");
        assertThat(memory.counts().cancelled()).isZero();
        assertThat(memory.counts().wasted()).isEqualTo(70);
        assertThat(memory.done("gone")).isFalse();
    }

    @Test
    void theLatestDeadlineGivesWayButNotToALaterOne() {
        hold("a", 40, 10);
        hold("b", 40, 30);
        hold("c", 20, 20);

        assertThat(ask("d", 60, 15).gaveWay()).containsExactly("b", "c");
        assertThat(ask("e", 50, 15).state()).as("d is due as soon").isEqualTo(State.REFUSED);
    }

    @Test
    void whatWasForgottenGivesWayToAnybody() {
        hold("a", 100, 10);

        assertThat(memory.request("b", 10, 500 * SECOND, 10 * SECOND + LAPSE).state())
                .isEqualTo(State.REFUSED);
        assertThat(memory.request("b", 10, 500 * SECOND, 10 * SECOND + LAPSE + 1)
                        .gaveWay())
                .containsExactly("a");
    }

    @Test
    void whatARunningTaskMayStillReadStaysForTenLapses() {
        hold("begun", 50, 10);
        memory.begun("begun");
        hold("forgotten", 50, 11);

        assertThat(memory.request("a", 50, 800 * SECOND, 72 * SECOND).gaveWay()).containsExactly("forgotten");
        assertThat(memory.request("b", 50, 900 * SECOND, 610 * SECOND).state()).isEqualTo(State.REFUSED);
        assertThat(memory.request("b", 50, 900 * SECOND, 611 * SECOND).gaveWay())
                .containsExactly("begun");
    }

    @Test
    void noExtentGivesItsRoomTwice() {
        hold("forgotten", 50, 10);
        hold("begun", 30, 20);
        memory.begun("begun");
        hold("in use", 20, 30);
        memory.beginRead("in use");

        assertThat(memory.request("a", 90, 5 * SECOND, 100 * SECOND).state()).isEqualTo(State.REFUSED);
        assertThat(memory.request("a", 80, 5 * SECOND, 100 * SECOND).gaveWay()).containsExactly("forgotten", "begun");
    }

    @Test
    void whatIsReadStaysWhateverBecomesOfIt() {
        for (String extent : List.of("cancelled", "failed", "dropped")) {
            ask(extent, 30, 50);
            memory.arrived(extent, 10);
            assertThat(memory.beginRead(extent)).isTrue();
        }
        assertThat(memory.cancel("cancelled")).isFalse();
        assertThat(memory.failed("failed")).isFalse();
        assertThat(memory.drop("dropped")).isFalse();

        assertThat(ask("new", 20, 1).state()).isEqualTo(State.REFUSED);
        assertThat(memory.beginRead("failed")).isFalse();
        assertThat(ask("dropped", 30, 1).state()).isEqualTo(State.REFUSED);
        assertThat(memory.endRead("failed", 10)).isTrue();
        assertThat(memory.endRead("cancelled", 0)).isTrue();
        assertThat(ask("new", 20, 1).state()).isEqualTo(State.ARRIVING);
        assertThat(memory.endRead("dropped", 5)).isTrue();
        assertThat(memory.counts().wasted()).isEqualTo(15);
    }

    @Test
    void aRefusalTakesNothingFromAnybody() {
        hold("a", 50, 10);
        hold("b", 50, 30);
        memory.cancel("a");
        memory.beginRead("b");

        assertThat(ask("large", 60, 1)).isEqualTo(new MemoryAnswer<>(State.REFUSED, false, List.of()));
        assertThat(ask("larger", 101, 1).state()).isEqualTo(State.REFUSED);
        assertThat(memory.extents()).containsExactly("a", "b");
    }

    @Test
    void clearedIsAllButWhatIsRead() {
        hold("a", 50, 10);
        hold("b", 50, 30);
        memory.beginRead("b");

        assertThat(memory.clear()).containsExactly("a");
        assertThat(memory.extents()).containsExactly("b");
        assertThat(memory.endRead("b", 50)).isTrue();
        assertThat(memory.usedBytes()).isZero();
        assertThat(memory.counts().cancelled()).isEqualTo(100);
    }

    @Test
    void whatCannotBeIsAnError() {
        assertThatThrownBy(() -> ask("a", 0, 1))
                .hasMessage("a: bytes above 0 and no more than their room are expected, not 0 in 0");
        ask("a", 10, 1);
        assertThatThrownBy(() -> ask("a", 11, 1)).hasMessage("a: 10 bytes as before are expected, not 11");
        assertThatThrownBy(() -> memory.arrived("a", 11)).hasMessage("a: at most 10 bytes are missing, not 11");
        assertThatThrownBy(() -> memory.endRead("a", 0)).hasMessage("a: nobody reads it");
        memory.beginRead("a");
        assertThatThrownBy(() -> memory.endRead("a", 1)).hasMessage("a: at most 0 bytes are unread, not 1");
        assertThatThrownBy(() -> new PrefetchMemory<String>(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Any order of events, with what each extent is known to have by whoever causes them. */
    @Property
    void neverAboveTheCapNeverWithoutWhatIsReadAndNoByteIsLost(@ForAll Random random) {
        long cap = random.nextInt(300);
        PrefetchMemory<Integer> some = new PrefetchMemory<>(cap, random.nextInt(20));
        Map<Integer, Long> arrived = new HashMap<>();
        Map<Integer, Long> unread = new HashMap<>();
        Map<Integer, Integer> readers = new HashMap<>();
        long fetched = 0;
        long read = 0;
        for (int step = 0; step < 200; step++) {
            int extent = random.nextInt(12);
            long bytes = 1 + 17L * extent;
            boolean isThere = some.extents().contains(extent);
            switch (random.nextInt(40) == 0 ? 8 : random.nextInt(8)) {
                case 0, 1, 2 -> {
                    MemoryAnswer<Integer> answer = some.request(extent, bytes, room(extent), random.nextInt(300), step);
                    assertThat(answer.begins()).isEqualTo(!isThere && answer.state() != State.REFUSED);
                    if (answer.begins()) {
                        arrived.put(extent, 0L);
                        unread.put(extent, 0L);
                    }
                    assertThat(answer.gaveWay()).noneMatch(gone -> readers.getOrDefault(gone, 0) > 0);
                    assertThat(answer.gaveWay()).noneMatch(some.extents()::contains);
                }
                case 3, 4 -> {
                    long more = isThere ? random.nextInt((int) (bytes - arrived.get(extent)) + 1) : 1;
                    assertThat(some.arrived(extent, more)).isEqualTo(isThere);
                    if (isThere) {
                        fetched += more;
                        arrived.merge(extent, more, Long::sum);
                        unread.merge(extent, more, Long::sum);
                    }
                }
                case 5 -> {
                    if (some.beginRead(extent)) {
                        readers.merge(extent, 1, Integer::sum);
                    }
                }
                case 6 -> {
                    if (readers.getOrDefault(extent, 0) > 0) {
                        long now = random.nextInt((int) (long) unread.get(extent) + 1);
                        readers.merge(extent, -1, Integer::sum);
                        some.endRead(extent, now);
                        read += now;
                        unread.merge(extent, -now, Long::sum);
                    }
                }
                case 8 -> assertThat(some.clear()).noneMatch(gone -> readers.getOrDefault(gone, 0) > 0);
                default -> {
                    boolean gone =
                            switch (random.nextInt(4)) {
                                case 0 -> some.cancel(extent);
                                case 1 -> some.done(extent);
                                case 2 -> some.failed(extent);
                                default -> some.drop(extent);
                            };
                    assertThat(gone && readers.getOrDefault(extent, 0) > 0).isFalse();
                    assertThat(gone).isEqualTo(isThere && !some.extents().contains(extent));
                }
            }
            assertThat(some.usedBytes()).isBetween(0L, cap);
            Set<Integer> there = new HashSet<>(some.extents());
            assertThat(some.usedBytes())
                    .isEqualTo(
                            there.stream().mapToLong(PrefetchMemoryTest::room).sum());
            readers.forEach((one, count) ->
                    assertThat(count == 0 || there.contains(one)).isTrue());
            long held = there.stream().mapToLong(unread::get).sum();
            MemoryCounts counts = some.counts();
            assertThat(some.unreadBytes()).isEqualTo(held);
            assertThat(counts.fetched()).isEqualTo(fetched);
            assertThat(counts.read()).isEqualTo(read);
            assertThat(counts.wasted()).isEqualTo(fetched - read - held);
        }
    }

    private static long room(int extent) {
        return (1 + 17L * extent + 9) / 10 * 10;
    }

    @Property
    void theSameEventsGiveTheSameAnswers(@ForAll long seed) {
        PrefetchMemory<Integer> one = new PrefetchMemory<>(100, 5);
        PrefetchMemory<Integer> other = new PrefetchMemory<>(100, 5);
        Random random = new Random(seed);
        for (int step = 0; step < 100; step++) {
            int extent = random.nextInt(20);
            long deadline = random.nextInt(50);
            assertThat(one.request(extent, 1 + extent, deadline, step))
                    .isEqualTo(other.request(extent, 1 + extent, deadline, step));
        }
    }
}
