// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TasksFirstTest {
    private static final long MILLI = 1_000_000;
    private static final double LINK = 6e6;

    private final TasksFirst tasksFirst = new TasksFirst(4);
    private double received;
    private double read;
    private int underWay;
    private long now = 500 * MILLI;

    /** A host that receives and whose tasks read, bytes per second, for a while. */
    private void passes(long millis, double receivedPerSecond, double readPerSecond) {
        for (long left = millis; left > 0; left -= 50) {
            now += 50 * MILLI;
            received += receivedPerSecond / 20;
            read += readPerSecond / 20;
            assertThat(tasksFirst.isDue(now)).isTrue();
            tasksFirst.looked((long) received, (long) read, underWay, now);
        }
    }

    /** Share of the next four seconds, during which nothing changes, for which fetches give way. */
    private double givesWay(double receivedPerSecond, double readPerSecond) {
        int given = 0;
        for (int i = 0; i < 80; i++) {
            passes(50, receivedPerSecond, readPerSecond);
            given += tasksFirst.givesWay(now) ? 1 : 0;
        }
        return given / 80.0;
    }

    @Test
    void aFullLinkIsLeftToTasksThatRead() {
        passes(1000, LINK, 0);

        assertThat(givesWay(LINK, LINK / 2)).isEqualTo(0.9);
        assertThat(givesWay(0.9 * LINK, 0.9 * LINK)).isEqualTo(0.9);
    }

    @Test
    void aLinkThatHasRoomIsNot() {
        passes(1000, LINK, 0);

        assertThat(givesWay(0.5 * LINK, 0.5 * LINK)).isZero();
    }

    @Test
    void itIsFetchesOwnWhileTasksCompute() {
        passes(1000, LINK, 0);

        assertThat(givesWay(LINK, 0)).isZero();
    }

    @Test
    void aTaskThatHasReadItsInputHasTheLinkForAQuarterOfASecondMore() {
        passes(1000, LINK, LINK);
        passes(200, LINK, 0);
        assertThat(tasksFirst.givesWay(now)).isTrue();

        passes(150, LINK, 0);
        assertThat(tasksFirst.givesWay(now)).isFalse();
    }

    @Test
    void readsOverOtherDevicesSayNothing() {
        passes(1000, LINK, 3 * LINK);

        assertThat(givesWay(LINK, 3 * LINK)).as("more than has come").isZero();
    }

    @Test
    void whatFetchesReceiveMeanwhileShowsThatThereIsMore() {
        passes(1000, LINK / 10, LINK / 10);
        assertThat(givesWay(LINK / 10, LINK / 10)).as("nothing faster was seen").isEqualTo(0.9);

        passes(300, LINK, LINK / 10);
        passes(100, LINK / 10, LINK / 10);
        assertThat(givesWay(LINK / 10, LINK / 10)).isZero();
    }

    @Test
    void whatWasSeenIsForgottenInMinutes() {
        passes(1000, LINK, 0);
        passes(200_000, LINK / 2, LINK / 2);
        assertThat(tasksFirst.givesWay(now)).isFalse();

        passes(200_000, LINK / 2, LINK / 2);
        assertThat(givesWay(LINK / 2, LINK / 2)).isEqualTo(0.9);
    }

    @Test
    void afterAPauseOrWithNewCountersItBeginsAnew() {
        passes(1000, LINK, LINK);
        now += 10_000 * MILLI;
        received += 100 * LINK;
        passes(50, LINK, LINK);
        assertThat(tasksFirst.givesWay(now)).isFalse();
        passes(300, LINK, LINK);
        assertThat(tasksFirst.givesWay(now)).isTrue();

        received = 0;
        passes(50, LINK, LINK);
        assertThat(tasksFirst.givesWay(now)).isFalse();
    }

    /** How many fetches may be under way while nothing changes but that. */
    private int mayBegin(double receivedPerSecond) {
        underWay = 0;
        for (int i = 0; i < 40; i++) {
            passes(50, receivedPerSecond, 0);
            while (tasksFirst.mayBegin(underWay, now)) {
                underWay++;
            }
        }
        return underWay;
    }

    @Test
    void oneAfterTheOtherBeginsAsLongAsThereIsRoom() {
        passes(1000, LINK, 0);

        assertThat(mayBegin(0.5 * LINK)).isEqualTo(4);
    }

    @Test
    void besideOneThatFillsTheLinkOneMoreTriesNowAndThen() {
        passes(1000, LINK, 0);

        assertThat(mayBegin(LINK)).isEqualTo(2);
    }

    @Test
    void noneBeginsWhereTasksNeedTheLink() {
        passes(1000, LINK, LINK);

        assertThat(tasksFirst.mayBegin(0, now)).isFalse();
    }
}
