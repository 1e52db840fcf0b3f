// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
class LabelDriverTest {
    private static final Path FAT_TREE =
            Path.of("").toAbsolutePath().getParent().resolve("scenarios/topologies/fat-tree-4.yaml");

    @TempDir
    private Path directory;

    @Test
    void plansReachTheHostMoveLiveFlowsAndEndByThemselves() {
        int moves = Integer.getInteger("labels.moves", 8);
        String said = SandboxedTest.run(
                LabelDriverProbe.class, 180 + moves, FAT_TREE.toString(), directory.toString(), String.valueOf(moves));

        System.out.print(said); // what was measured
        assertThat(said).endsWith("done\n");
    }
}
