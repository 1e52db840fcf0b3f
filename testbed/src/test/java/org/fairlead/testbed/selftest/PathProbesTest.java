// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("testbed")
@Tag("untimed")
class PathProbesTest {
    @Test
    void switchesChooseByWhatThePacketSays() {
        assertThat(SandboxedTest.run(PathProbesRun.class, 120).lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("OK paths of one 5-tuple: 1, "));
    }
}
