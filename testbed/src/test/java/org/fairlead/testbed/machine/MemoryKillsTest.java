// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryKillsTest {
    @Test
    void theKernelsCounterIsRead() throws IOException {
        assertThat(MemoryKills.of(List.of("pgfault 12", "oom_kill 18", "numa_hit 3")))
                .isEqualTo(18);
        assertThat(MemoryKills.of(List.of("pgfault 12"))).isZero();
        assertThat(MemoryKills.soFar()).isNotNegative();
    }
}
