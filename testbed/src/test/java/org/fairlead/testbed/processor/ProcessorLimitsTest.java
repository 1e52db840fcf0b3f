// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
@Tag("root")
final class ProcessorLimitsTest {
    @Test
    void aSlowProcessorHasItsShareAndIsFastAgain(@TempDir Path testbed) throws Exception {
        List<Double> processors = SandboxedTest.runAsRoot(ProcessorLimitsProbe.class, 60, testbed.toString())
                .strip()
                .lines()
                .map(Double::parseDouble)
                .toList();

        assertThat(processors).as("while it is limited to 0.2, and after").hasSize(2);
        assertThat(processors.get(0)).isBetween(0.1, 0.3);
        assertThat(processors.get(1)).isGreaterThan(0.3);
    }
}
