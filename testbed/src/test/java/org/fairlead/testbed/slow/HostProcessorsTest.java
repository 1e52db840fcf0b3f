// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
@Tag("root")
final class HostProcessorsTest {
    @Test
    void aHostHasItsOwnHoweverManyOthersLeave(@TempDir Path testbed) {
        List<Double> processors = SandboxedTest.runAsRoot(HostProcessorsProbe.class, 180, testbed.toString())
                .strip()
                .lines()
                .map(Double::parseDouble)
                .toList();

        assertThat(processors).hasSize(6);
        assertThat(processors.subList(0, 2)).as("each has a fifth").allSatisfy(each -> assertThat(each)
                .isBetween(0.1, 0.3));
        assertThat(processors.get(2)).as("a slow one has a twentieth").isBetween(0.02, 0.08);
        assertThat(processors.get(3)).as("another keeps its own").isBetween(0.1, 0.3);
        assertThat(processors.get(4))
                .as("no longer slow, and alone on the machine")
                .isBetween(0.1, 0.3);
        assertThat(processors.get(5)).as("after that").isGreaterThan(0.3);
    }
}
