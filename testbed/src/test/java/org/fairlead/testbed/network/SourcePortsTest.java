// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
@Tag("untimed")
class SourcePortsTest {
    private static final Path FAT_TREE =
            Path.of("").toAbsolutePath().getParent().resolve("scenarios/topologies/fat-tree-4.yaml");

    @TempDir
    private Path directory;

    @Test
    void hdfsConnectionsTakePlannedPathsAndWhereNoSwitchAnswersItIsOffWithOneLine() {
        String said = SandboxedTest.run(SourcePortsProbe.class, 400, FAT_TREE.toString(), directory.toString());

        System.out.print(said); // what was measured
        assertThat(said).endsWith("done\n").containsOnlyOnce("source ports are off on h1");
    }
}
