// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class StalledTasksTest {
    private static final long SECOND = 1_000_000_000L;

    private final StalledTasks tasks = new StalledTasks(2 * SECOND);

    @Test
    void aTaskThatReceivesNothingForSoLongIsStalled() {
        assertThat(tasks.isStalled(1, 40_000, 8 * SECOND)).isFalse();
        assertThat(tasks.isStalled(1, 40_000, 9 * SECOND)).isFalse();
        assertThat(tasks.isStalled(1, 40_000, 10 * SECOND)).isTrue();
        assertThat(tasks.isStalled(1, 40_000, 11 * SECOND)).isTrue();
    }

    @Test
    void aTaskThatReceivesSomethingIsNot() {
        tasks.isStalled(1, 40_000, 8 * SECOND);

        assertThat(tasks.isStalled(1, 41_000, 10 * SECOND)).isFalse();
        assertThat(tasks.isStalled(1, 41_000, 11 * SECOND)).isFalse();
    }

    @Test
    void aTaskThatIsForgottenIsSeenAnew() {
        tasks.isStalled(1, 40_000, 8 * SECOND);
        tasks.isStalled(2, 40_000, 8 * SECOND);
        tasks.forget(1);

        assertThat(tasks.isStalled(1, 40_000, 10 * SECOND)).isFalse();
        assertThat(tasks.isStalled(2, 40_000, 10 * SECOND)).isTrue();
        tasks.keep(Set.of(1L));
        assertThat(tasks.isStalled(1, 40_000, 12 * SECOND)).isTrue();
        assertThat(tasks.isStalled(2, 40_000, 12 * SECOND)).isFalse();
        tasks.forgetAll();
        assertThat(tasks.isStalled(1, 40_000, 12 * SECOND)).isFalse();
    }
}
