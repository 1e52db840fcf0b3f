// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.diagnosis.MadeUpApplication;
import org.fairlead.diagnosis.MadeUpApplication.Done;
import org.junit.jupiter.api.Test;

/** Who wrote how much of what a stage reads. */
final class MapOutputTest {
    private static Done writing(double bytes) {
        return new Done(
                new Task.Times(1000, 1000, 1000, 0, 0, 0, 0, 0), new Task.Volumes(0, 0, 0, (float) bytes, 0, 0));
    }

    @Test
    void whatAllParentsWroteIsAddedUpByExecutor() {
        ApplicationLog log = new MadeUpApplication(3, 1)
                .stage(4, (task, host) -> writing(host == 1 ? 0 : 10))
                .stage(3, (task, host) -> writing(host == 2 ? 100 : 0))
                .stage(1, (task, host) -> writing(0), 0)
                .stage(1, (task, host) -> writing(0), 0, 1)
                .log();
        MapOutput output = new MapOutput(log);

        MapOutput.ByExecutor ofOne = output.readBy(log.stages().get(2));
        MapOutput.ByExecutor ofBoth = output.readBy(log.stages().get(3));

        assertThat(ofOne.count()).isEqualTo(2);
        assertThat(ofOne.executor(1)).isEqualTo(2);
        assertThat(ofOne.bytes(1)).isEqualTo(10);
        assertThat(ofOne.of(0)).isEqualTo(20);
        assertThat(ofOne.of(1)).isZero();
        assertThat(ofBoth.of(0)).isEqualTo(20);
        assertThat(ofBoth.of(2)).isEqualTo(110);
        assertThat(output.readBy(log.stages().get(0)).count()).isZero();
    }

    /** A double for each executor and shuffle would be 8 GB. */
    @Test
    void executorsThatWroteNothingTakeNoMemory() {
        MadeUpApplication application = new MadeUpApplication(200_000, 1);
        for (int stage = 0; stage < 5000; stage++) {
            application.stage(1, (task, host) -> writing(10), Math.max(0, stage - 1));
        }
        ApplicationLog log = application.log();
        MapOutput output = new MapOutput(log);

        for (StageLog stage : log.stages()) {
            assertThat(output.readBy(stage).count()).isEqualTo(1);
        }
    }
}
