// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExecutorSlotsTest {
    private final ExecutorSlots executors = new ExecutorSlots();

    @Test
    void anExecutorThatWasLeftOutComesBackWithAllItsCores() {
        executors.offered("1", "h1", 4);
        executors.offered("2", "h2", 4);

        executors.leaveOut("1");
        assertThat(executors.cores()).isEqualTo(4);
        long out = executors.version();
        executors.offered("1", "h1", 1);
        assertThat(executors.version()).isGreaterThan(out);
        assertThat(executors.cores()).isEqualTo(8);
        assertThat(executors.freeCores("1")).isEqualTo(1);

        executors.leaveOutIf(executor -> executor.host().equals("h2"));
        assertThat(executors.all()).extracting(ExecutorSlots.Executor::id).containsExactly("1");
        executors.offered("2", "h2", 0);
        assertThat(executors.cores()).isEqualTo(8);
    }

    @Test
    void oneThatIsLostIsAnotherWhenItComes() {
        executors.offered("1", "h1", 4);
        executors.leaveOut("1");
        executors.lost("1");
        executors.offered("1", "h1", 1);

        assertThat(executors.cores()).isEqualTo(1);
    }
}
