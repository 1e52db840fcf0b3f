// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HostFlowsTest {
    @Tag("testbed")
    @Test
    void whatIsSentArrivesAndOneHearsOfEachStartAndEnd() {
        assertThat(SandboxedTest.run(HostFlowsProbe.class, 60)).endsWith("done\n");
    }

    @Test
    void aFlowHasATimeOrASize() {
        assertThatThrownBy(() -> new HostFlow("h1", "h2", 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HostFlow("h1", "h2", 0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
