// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/quick-start.md does what it says: its own blocks, on a stock cluster of four hosts. */
@Tag("testbed")
class QuickStartTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
    private static final String NUMBER = " +-?\\d+\\.\\d{4}";

    @TempDir
    Path directory;

    @Test
    void everyBlockOfThePageEndsWellAndTheLastTableHasBothIntervals() {
        RuntimeClasspath.resolve(Versions.standard(), RuntimeClasspath.userCache(), System.err::println);

        String printed = SandboxedTest.run(
                QuickStart.class,
                900,
                directory.toString(),
                RuntimeClasspath.userCache().toString(),
                REPOSITORY.toString());

        System.out.println(printed);
        assertThat(printed)
                .contains("fairlead_agents{state=\"fresh\"} 4")
                .containsPattern("fairlead_flow_requests_total [1-9]")
                .containsPattern("HDFS, writing a block +\\d{2,} +\\d{2,}" + NUMBER + NUMBER + NUMBER)
                .containsPattern("Spark, a task +\\d{2,} +\\d{2,}" + NUMBER + NUMBER + NUMBER);
        List<String> warnings =
                printed.lines().filter(line -> line.startsWith("fall-back: ")).toList();
        assertThat(warnings)
                .as("Spark's log names no controller that is missing")
                .isEmpty();
    }
}
