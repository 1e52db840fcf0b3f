// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
class OpenFlowTest {
    @TempDir
    private Path directory;

    @Test
    void openVSwitchForwardsPinsAndForgetsAsItIsTold() {
        String said = SandboxedTest.run(OpenFlowProbe.class, 90, directory.toString());

        System.out.print(said); // what was measured
        assertThat(said).endsWith("done\n");
    }
}
