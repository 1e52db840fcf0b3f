// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
class PathFaultsTest {
    private static final Path FAT_TREE =
            Path.of("").toAbsolutePath().getParent().resolve("scenarios/topologies/fat-tree-4.yaml");

    @TempDir
    private Path directory;

    @Test
    void pathsAreTheNetworksAgainWhoeverHangsOrDiesAndFlowsGoOn() {
        String said = SandboxedTest.run(PathFaultsProbe.class, 180, FAT_TREE.toString(), directory.toString());

        System.out.print(said); // what was measured
        assertThat(said).endsWith("done\n");
    }
}
