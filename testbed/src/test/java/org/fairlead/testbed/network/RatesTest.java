// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
class RatesTest {
    @TempDir
    private Path directory;

    @Test
    void aGuaranteedFlowGetsItsRateAndAllIsAsBeforeInTheEnd() {
        String said = SandboxedTest.run(RatesProbe.class, 120, directory.toString());

        System.out.print(said); // what was measured
        assertThat(said).endsWith("done\n");
    }
}
