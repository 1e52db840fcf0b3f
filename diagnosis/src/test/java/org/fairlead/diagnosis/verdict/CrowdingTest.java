// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.replay.Schedule;
import org.junit.jupiter.api.Test;

/** Six tasks at a time for 10 s, each of which reads as much from one of six sources. */
final class CrowdingTest {
    private static final int HOSTS = 6;
    private static final int TASKS = 60;

    private static Schedule schedule() {
        return new Schedule(new MadeUpApplication(HOSTS, 1)
                .stage(TASKS, (task, host) -> MadeUpApplication.computing(1000, 0))
                .log());
    }

    /** @param others that a read from the first five sources waits, in seconds */
    private static List<SeenRead> reads(double others, double last) {
        List<SeenRead> reads = new ArrayList<>();
        for (int task = 0; task < TASKS; task++) {
            int source = task % HOSTS;
            double seconds = source == HOSTS - 1 ? last : others;
            reads.add(new SeenRead(task, true, "h" + source, "reader", false, seconds, 1, 0));
        }
        return reads;
    }

    private static double factor(List<SeenRead> reads, boolean atOnce) {
        return Crowding.factor(schedule(), reads, read -> read.source().equals("h5"), atOnce);
    }

    @Test
    void whoWasHeldUpGetsInTheOthersWay() {
        assertThat(factor(reads(0.1, 4.5), false)).isCloseTo(1.25, within(0.01));
    }

    /** Where a task asks all sources at once, what was held up leaves room on its own link. */
    @Test
    void whoAsksAllAtOnceSharesItsOwnLinkToo() {
        assertThat(factor(reads(0.1, 4.5), true)).isCloseTo(1.25 * 6 / 5, within(0.012));
    }

    @Test
    void noReadTakesLongerThanAllDidInTheMean() {
        assertThat(factor(reads(0.1, 0.1), true)).isCloseTo(1, within(1e-9));
        assertThat(factor(reads(0.1, 0.13), true)).isCloseTo(1.05, within(1e-9));
    }

    @Test
    void whoNeverWaitsIsNotCrowded() {
        assertThat(factor(reads(0, 4.5), false)).isEqualTo(1);
    }
}
