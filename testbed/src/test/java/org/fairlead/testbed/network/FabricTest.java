// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("testbed")
@Tag("untimed")
class FabricTest {
    @ParameterizedTest
    @EnumSource(Queueing.class)
    void everyHostOfAFatTreeReachesEveryOther(Queueing queueing) {
        assertThat(SandboxedTest.run(FabricProbe.class, 60, queueing.name())).endsWith("done\n");
    }
}
