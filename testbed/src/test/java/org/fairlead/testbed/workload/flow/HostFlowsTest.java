// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
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
    void whatFlowsGetIsComparedWithWhatANetworkThatNeverBlocksWouldGiveEach() {
        FlowOutcome half = new FlowOutcome(new HostFlow("h1", "h3", 0, 10, 0), 60, 60, 50, 0, 10);
        FlowOutcome whole = new FlowOutcome(new HostFlow("h2", "h4", 5, 0, 50), 50, 50, 50, 5, 15);

        FlowGroup.Result result = new FlowGroup.Result(List.of(half, whole), new double[] {10, 5}, List.of());

        assertThat(result.meanShareOfIdeal()).isEqualTo(0.75);
        assertThat(result.bytesPerSecond()).isEqualTo(100 / 15.0);
    }

    @Test
    void aFlowHasATimeOrASize() {
        assertThatThrownBy(() -> new HostFlow("h1", "h2", 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HostFlow("h1", "h2", 0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
