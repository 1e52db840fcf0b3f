// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.generated;

import java.util.List;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;

/** Maps and reduces that run anywhere and at once. */
final class Stages {
    private Stages() {}

    static Stage maps(int tasks, Input input, double computeSecondsPerByte, Output output) {
        return new Stage(tasks, input, computeSecondsPerByte, 0, output, List.of(), List.of(), List.of());
    }

    static Stage reduces(int tasks, double computeSecondsPerByte, Output output) {
        return new Stage(
                tasks,
                new Input.Shuffle(List.of()),
                computeSecondsPerByte,
                0,
                output,
                List.of(0),
                List.of(),
                List.of());
    }

    static Output files(double bytes) {
        return bytes >= 1 ? new Output.Files(Math.round(bytes), 0, 0) : new Output.None();
    }

    static void require(boolean holds, String accepted) {
        if (!holds) {
            throw new IllegalArgumentException(accepted);
        }
    }
}
