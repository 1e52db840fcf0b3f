// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("testbed")
class SelftestTest {
    /** On a machine that stands still now and then, the selftest has to say so; no link may be too fast even there. */
    @Test
    void theNetworkKeepsItsPromisesOnThisMachine() {
        assertThat(SandboxedTest.run(SelftestMain.class, 500)).containsPattern("(passed|disturbed) in ");
    }
}
