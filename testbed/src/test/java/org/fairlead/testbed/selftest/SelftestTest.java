package org.fairlead.testbed.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("testbed")
class SelftestTest {
    @Test
    void theNetworkKeepsItsPromisesOnThisMachine() {
        assertThat(SandboxedTest.run(SelftestMain.class, 400)).contains("passed in ");
    }
}
