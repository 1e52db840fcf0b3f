// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fairlead.core.task.MapOutputMatrix;
import org.junit.jupiter.api.Test;

class PlannedMapOutputTest {
    /** Task 0 receives all of its bytes from host 2; others receive a third from each. */
    private static MapOutputMatrix skewed() {
        MapOutputMatrix.Builder rows = new MapOutputMatrix.Builder();
        rows.add(0, new double[] {0, 0, 30});
        for (int task = 1; task < 4; task++) {
            rows.add(task, new double[] {100, 100, 100});
        }
        return rows.build();
    }

    @Test
    void aTaskIsSentItsOwnPart() {
        PlannedMapOutput planned = new PlannedMapOutput(skewed(), 3);

        planned.add(0, 1, 30);

        assertThat(planned.toReceive(1)).isEqualTo(30);
        assertThat(planned.toSend(2)).isCloseTo(30, within(1e-9));
        assertThat(planned.toSend(0)).isZero();
    }

    @Test
    void othersAreSentTheirsByTheCommonShares() {
        PlannedMapOutput planned = new PlannedMapOutput(skewed(), 3);

        planned.add(1, 0, 310);
        planned.add(2, 2, 310);

        assertThat(planned.toSend(0)).as("to host 2").isCloseTo(100, within(1e-4));
        assertThat(planned.toSend(1)).as("to both").isCloseTo(200, within(1e-4));
        assertThat(planned.toSend(2)).as("to host 0").isCloseTo(110, within(1e-4));
    }

    @Test
    void nothingIsLeftOfWhatHasEnded() {
        PlannedMapOutput planned = new PlannedMapOutput(skewed(), 3);
        for (int task = 0; task < 4; task++) {
            planned.add(task, task % 3, 12.3);
        }
        for (int task = 0; task < 4; task++) {
            planned.add(task, task % 3, -12.3);
        }

        for (int host = 0; host < 3; host++) {
            assertThat(planned.toReceive(host)).isCloseTo(0, within(1e-9));
            assertThat(planned.toSend(host)).isCloseTo(0, within(1e-9));
        }
    }
}
