// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("testbed")
class TrafficGeneratorTest {
    @Test
    void eachKindOfTrafficArrivesAsPlanned() {
        assertThat(SandboxedTest.run(TrafficProbe.class, 60)).endsWith("done\n");
    }

    @Test
    void whatBreaksIsLostAndWhatComesAboutLaterIsNot() {
        assertThat(SandboxedTest.run(LostTrafficProbe.class, 120)).endsWith("done\n");
    }

    @Test
    void flowsOnOnePathTakeThePathThatIsPlanned() {
        assertThat(SandboxedTest.run(OnePathProbe.class, 60)).endsWith("done\n");
    }
}
