// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.junit.jupiter.api.Test;

class EngineTest {
    private static final int[] FIRST = {0};
    private static final int[] SECOND = {1};
    private static final double[] ONCE = {};
    private static final double UNCAPPED = Double.POSITIVE_INFINITY;

    private final List<String> log = new ArrayList<>();
    private Runnable onTimer = () -> {};
    /** Two resources that carry 100 a second. */
    private final Engine engine = new Engine(SharingRule.MAX_MIN, new double[] {100, 100}, new EventHandler() {
        @Override
        public void timer(int kind, long payload) {
            log.add(engine().now() + " timer " + kind + "/" + payload);
            onTimer.run();
        }

        @Override
        public void ended(int activity, long payload) {
            log.add(engine().now() + " end " + payload);
        }
    });

    private Engine engine() {
        return engine;
    }

    private void run() {
        assertThat(engine.run(() -> true)).isTrue();
    }

    private int capped(double cap, double amount, long payload) {
        return engine.start(FIRST, ONCE, 1, 0, cap, Engine.NO_OWNER, amount, payload);
    }

    private int owned(int owner, int[] path, double cap, double amount, long payload) {
        return engine.start(path, ONCE, 1, 0, cap, owner, amount, payload);
    }

    @Test
    void timersOfOneInstantFireByKindThenInTheOrderInWhichTheyWereSet() {
        engine.at(2, 1, 10);
        engine.at(2, 0, 11);
        engine.at(2, 1, 12);
        engine.at(1, 5, 13);
        engine.at(2, 0, 14);
        run();

        assertThat(log)
                .containsExactly(
                        "1.0 timer 5/13", "2.0 timer 0/11", "2.0 timer 0/14", "2.0 timer 1/10", "2.0 timer 1/12");
    }

    @Test
    void whatEndsAtAnInstantEndsBeforeItsTimers() {
        engine.at(2, 0, 1);
        engine.start(FIRST, 200, 7);
        run();

        assertThat(log).containsExactly("2.0 end 7", "2.0 timer 0/1");
    }

    @Test
    void aTimerSetForThePastFiresAtThisInstantStill() {
        engine.at(3, 0, 1);
        onTimer = () -> {
            onTimer = () -> {};
            engine.at(1, 0, 2);
        };
        run();

        assertThat(log).containsExactly("3.0 timer 0/1", "3.0 timer 0/2");
    }

    @Test
    void whatHasNothingToDoEndsAtOnceInTheOrderOfStarts() {
        engine.at(4, 0, 1);
        onTimer = () -> {
            engine.start(FIRST, 0, 5);
            engine.start(FIRST, 0, 6);
        };
        run();

        assertThat(log).containsExactly("4.0 timer 0/1", "4.0 end 5", "4.0 end 6");
    }

    @Test
    void whatACancelledOneHadGoesToTheOthers() {
        engine.start(FIRST, 400, 1);
        int other = engine.start(FIRST, 400, 2);
        engine.at(2, 0, 0);
        onTimer = () -> engine.cancel(other);
        run();

        // 2 s at 50, then 300 left at 100
        assertThat(log).containsExactly("2.0 timer 0/0", "5.0 end 1");
        assertThat(engine.running()).isZero();
    }

    @Test
    void aMoveKeepsWhatRemains() {
        int moved = engine.start(FIRST, 400, 1);
        engine.start(FIRST, 1000, 2);
        engine.at(2, 0, 0);
        onTimer = () -> {
            engine.move(moved, SECOND);
            assertThat(engine.remaining(moved)).isEqualTo(300);
            assertThat(engine.resources(moved)).isSameAs(SECOND);
        };
        run();

        // both have 100 a second from 2 s on; 300 and 900 are left
        assertThat(log).containsExactly("2.0 timer 0/0", "5.0 end 1", "11.0 end 2");
    }

    @Test
    void aDiskThatIsReadAndWrittenIsUsedTwice() {
        engine.start(FIRST, new double[] {2}, 1, 0, UNCAPPED, Engine.NO_OWNER, 100, 1);
        engine.start(new int[] {0, 1}, new double[] {1, 1}, 1, 0, UNCAPPED, Engine.NO_OWNER, 100, 2);
        run();

        // 2x + x = 100: both end when each has its 100
        assertThat(engine.ended()).isEqualTo(2);
        assertThat(engine.now()).isCloseTo(3, within(1e-12));
    }

    /** The link carries 100. Owner 1 has two activities, one capped at 10, owner 2 has one: 50 each, and the sibling gets 40. */
    @Test
    void whatACappedOneLeavesGoesToItsSiblings() {
        int slow = owned(1, FIRST, 10, 1000, 1);
        int sibling = owned(1, FIRST, UNCAPPED, 1000, 2);
        int alone = owned(2, FIRST, UNCAPPED, 1000, 3);
        engine.settle();

        assertThat(engine.rate(slow)).isCloseTo(10, within(1e-9));
        assertThat(engine.rate(sibling)).isCloseTo(40, within(1e-9));
        assertThat(engine.rate(alone)).isCloseTo(50, within(1e-9));
    }

    /** Owner 1 has two of its three activities on the first link, so a weight of 2/3 there beside owner 2's weight of 1. */
    @Test
    void anOwnersShareIsSplitByItsActivitiesOnEachPath() {
        int one = owned(1, FIRST, UNCAPPED, 1000, 1);
        int two = owned(1, FIRST, UNCAPPED, 1000, 2);
        int elsewhere = owned(1, SECOND, UNCAPPED, 1000, 3);
        int other = owned(2, FIRST, UNCAPPED, 1000, 4);
        engine.settle();

        assertThat(engine.rate(one)).isCloseTo(20, within(1e-9));
        assertThat(engine.rate(two)).isCloseTo(20, within(1e-9));
        assertThat(engine.rate(other)).isCloseTo(60, within(1e-9));
        assertThat(engine.rate(elsewhere)).isCloseTo(100, within(1e-9));
    }

    @Test
    void aResourceThatIsDownStopsItsUsersUntilItIsBack() {
        int activity = engine.start(FIRST, 400, 1);
        engine.at(1, 0, 0);
        engine.at(5, 1, 0);
        onTimer = () -> engine.capacity(0, engine.now() < 5 ? 0 : 100);
        run();

        assertThat(log).containsExactly("1.0 timer 0/0", "5.0 timer 1/0", "8.0 end 1");
        assertThat(engine.runs(activity)).isFalse();
    }

    @Test
    void aRunReturnsWhenNothingCanGoOnAndSaysWhatStillRuns() {
        engine.start(SECOND, 100, 1);
        int stuck = engine.start(FIRST, 100, 2);
        engine.capacity(0, 0);
        run();

        assertThat(log).containsExactly("1.0 end 1");
        assertThat(engine.progresses()).isFalse();
        assertThat(engine.running()).isOne();
        assertThat(engine.runs(stuck)).isTrue();
        assertThat(engine.payload(stuck)).isEqualTo(2);
        assertThat(engine.remaining(stuck)).isEqualTo(100);
    }

    @Test
    void aRunThatIsToldToStopSaysThatItDidNotComeToItsEnd() {
        onTimer = () -> engine.at(engine.now() + 1, 0, 0);
        engine.at(0, 0, 0);

        assertThat(engine.run(() -> false)).isFalse();
    }

    @Test
    void capsBound() {
        capped(25, 100, 1);
        capped(UNCAPPED, 300, 2);
        run();

        assertThat(log).containsExactly("4.0 end 1", "4.0 end 2");
    }

    @Test
    void refusesWhatIsNoAmountAndNoTime() {
        assertThatThrownBy(() -> engine.start(FIRST, -1, 0)).hasMessageContaining("at least 0 and finite, not -1.0");
        assertThatThrownBy(() -> engine.at(Double.NaN, 0, 0)).hasMessageContaining("at least 0 and finite, not NaN");
    }

    @Test
    void aGuaranteeCountsFromNowOnWithWhatRemains() {
        List<Double> ends = new ArrayList<>();
        Engine[] one = new Engine[1];
        int[] favoured = new int[1];
        one[0] = new Engine(SharingRule.MAX_MIN_WITH_MINIMA, new double[] {100}, new EventHandler() {
            @Override
            public void timer(int kind, long payload) {
                one[0].guarantee(favoured[0], kind);
            }

            @Override
            public void ended(int activity, long payload) {
                ends.add(one[0].now());
            }
        });
        // 50 each until 1 s; then 80 and 20 until 2 s, when 120 and 180 of 250 are left; then 50 each again.
        favoured[0] = one[0].start(FIRST, 250, 1);
        one[0].start(FIRST, 250, 2);
        one[0].at(1, 80, 0);
        one[0].at(2, 0, 0);

        assertThat(one[0].run(() -> true)).isTrue();

        assertThat(ends).hasSize(2);
        assertThat(ends.get(0)).isCloseTo(4.4, within(1e-9));
        assertThat(ends.get(1)).isCloseTo(5, within(1e-9));
    }
}
