// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.Steps;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;

/** What could be saved at most holds what would have been saved. */
final class BoundsTest {
    private static double atMost(Bounds bounds, Cause cause) {
        return bounds.bounds().stream()
                .filter(bound -> bound.cause() == cause)
                .mapToDouble(Bound::atMost)
                .findFirst()
                .orElseThrow();
    }

    /** Ten tasks compute for 10 s, but one hangs; its copy runs from 15 s to 25 s. Had the first attempt not hung, all would have taken 10 s. */
    @Test
    void whatACopyWasLaunchedForCanBeSaved() {
        Schedule schedule = new Schedule(new MadeUpApplication(10, 1)
                .copiedAfter(15_000)
                .stage(10, (task, host) -> MadeUpApplication.computing(host == 9 ? 60_000 : 10_000, 0))
                .log());

        Bounds bounds = new Bounds(schedule, 25_000, new Steps(RunObserver.NONE, 0));

        assertThat(bounds.replayedMillis()).isEqualTo(25_010);
        assertThat(atMost(bounds, Cause.SKEW)).isCloseTo(0.6, within(1e-9));
        assertThat(atMost(bounds, Cause.NETWORK)).isCloseTo(0.6, within(1e-9));
        assertThat(atMost(bounds, Cause.DISKS)).isCloseTo(0.6, within(1e-9));
        assertThat(bounds.bounds().get(0).measured()).isZero();
        assertThat(bounds.atMost(0).get(Cause.SKEW)).isCloseTo(0.6, within(1e-9));
    }
}
