// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.replay.Schedule;
import org.junit.jupiter.api.Test;

/** Which tasks take much longer than others of their stage, however often they were attempted. */
final class SkewsTest {
    private static final double JOB_MILLIS = 25_000;

    /** A task on each host computes for 10 s, but the last one hangs; its copy runs from 15 s to 25 s. */
    private static Schedule oneHangs(int hosts) {
        return new Schedule(new MadeUpApplication(hosts, 1)
                .copiedAfter(15_000)
                .stage(
                        hosts,
                        (task, host) -> MadeUpApplication.computing(host == hosts - 1 ? 60_000 : 10_000, 5_000_000))
                .log());
    }

    @Test
    void aTaskWhoseCopyEndedFirstTookAsLongAsTheAttemptThatWasOvertaken() {
        assertThat(Skews.of(oneHangs(10), JOB_MILLIS)).singleElement().satisfies(skew -> {
            assertThat(skew.partition()).isEqualTo(9);
            assertThat(skew.host()).isEqualTo("h9");
            assertThat(skew.millis()).isEqualTo(25_000);
            assertThat(skew.medianMillis()).isEqualTo(10_000);
            assertThat(skew.bytes()).isEqualTo(5_000_000);
            assertThat(skew.byData()).isFalse();
            assertThat(skew.most()).isEqualTo(Part.UNTOLD);
        });
    }

    /** Three tasks are too few to be compared. */
    @Test
    void aTaskThatWasAttemptedTwiceIsOneTask() {
        assertThat(Skews.of(oneHangs(3), JOB_MILLIS)).isEmpty();
        assertThat(Skews.of(oneHangs(4), JOB_MILLIS)).hasSize(1);
    }
}
