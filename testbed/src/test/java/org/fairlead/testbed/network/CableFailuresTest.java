// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("testbed")
@Tag("untimed")
class CableFailuresTest {
    private static final Path FAT_TREE =
            Path.of("").toAbsolutePath().getParent().resolve("scenarios/topologies/fat-tree-4.yaml");

    @Test
    void allHostsReachEachOtherWithoutACableAndEveryRouteIsBackAfterIt() {
        assertThat(SandboxedTest.run(CableFailuresProbe.class, 120, FAT_TREE.toString()))
                .endsWith("done\n");
    }
}
