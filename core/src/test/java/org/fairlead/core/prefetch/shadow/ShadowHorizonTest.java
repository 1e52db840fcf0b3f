// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.MB;
import static org.fairlead.core.prefetch.shadow.ForeseenCluster.SECOND;

import org.fairlead.core.prefetch.shadow.ForeseenCluster.Stage;
import org.junit.jupiter.api.Test;

/** How far ahead it is looked: in time, in bytes, in an executor's room, in choices. */
class ShadowHorizonTest {
    private final ForeseenCluster cluster = ForeseenCluster.ofRacks(2, 2);
    private final Stage others = cluster.maps(0);
    private final Stage maps = cluster.maps(1);

    @Test
    void nothingIsSaidOfWhatComesAfterTheHorizon() {
        maps.taking(3);
        cluster.task(maps, 0, 128 * MB, "h2");
        cluster.task(maps, 1, 128 * MB, "h2");
        cluster.job(1, 2, maps);
        cluster.executor("h1", 0, others, 4);

        ShadowSchedule schedule = cluster.lookAhead(new Horizon(6 * SECOND, 1L << 40, 1L << 40));

        assertThat(cluster.said(schedule.requests())).containsExactly("0 from h2 to h1 at 4.0");
        assertThat(schedule.untilNanos()).isEqualTo(6 * SECOND);
    }

    @Test
    void itEndsWithTheFirstRequestForWhichThereAreNoBytesLeft() {
        maps.taking(3);
        for (int task = 0; task < 3; task++) {
            cluster.task(maps, task, 128 * MB, "h2");
        }
        cluster.job(1, 3, maps);
        cluster.executor("h1", 0, others, 4);

        ShadowSchedule schedule = cluster.lookAhead(new Horizon(60 * SECOND, (long) (300 * MB), (long) (300 * MB)));

        assertThat(cluster.said(schedule.requests()))
                .containsExactly("0 from h2 to h1 at 4.0", "1 from h2 to h1 at 7.0");
        assertThat(schedule.untilNanos()).isEqualTo(10 * SECOND);
    }

    @Test
    void whatAnExecutorHasNoRoomForIsLeftOutAndOthersGoOn() {
        maps.taking(3);
        for (int task = 0; task < 4; task++) {
            cluster.task(maps, task, 128 * MB, "h2");
        }
        cluster.job(1, 4, maps);
        cluster.executor("h1", 0, others, 4);
        cluster.executor("h3", 0, others, 5);

        ShadowSchedule schedule = cluster.lookAhead(new Horizon(60 * SECOND, 1L << 40, (long) (200 * MB)));

        assertThat(cluster.said(schedule.requests()))
                .containsExactly("0 from h2 to h1 at 4.0", "1 from h2 to h3 at 5.0");
        assertThat(schedule.launches()).isEqualTo(4);
    }

    @Test
    void itEndsWhereItIsTold() {
        maps.taking(3);
        for (int task = 0; task < 3; task++) {
            cluster.task(maps, task, 128 * MB, "h2");
        }
        cluster.job(1, 3, maps);
        cluster.executor("h1", 0, others, 4);

        ShadowSchedule schedule = cluster.lookAhead(1);

        assertThat(cluster.said(schedule.requests())).containsExactly("0 from h2 to h1 at 4.0");
        assertThat(schedule.untilNanos()).isEqualTo(7 * SECOND);
        assertThat(schedule.choices()).isEqualTo(1);
    }
}
