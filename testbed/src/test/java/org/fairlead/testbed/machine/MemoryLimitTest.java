// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryLimitTest {
    @TempDir
    private Path mount;

    private void group(String path, String... files) throws IOException {
        Path directory = Files.createDirectories(mount.resolve(path));
        for (String file : files) {
            Files.writeString(directory.resolve(file.split("=")[0]), file.split("=")[1] + "\n");
        }
    }

    @Test
    void theNarrowestGroupAboveUsCounts() throws Exception {
        group("outer", "memory.max=1000", "memory.current=900", "memory.stat=anon 700\ninactive_file 150");
        group("outer/inner", "memory.max=max", "memory.current=10", "memory.stat=anon 10");

        assertThat(MemoryLimit.leftBytes(mount, List.of("0::/outer/inner"))).isEqualTo(250);
    }

    @Test
    void inAContainerWhatIsMountedIsItsOwnGroup() throws Exception {
        group(
                "memory",
                "memory.limit_in_bytes=5000",
                "memory.usage_in_bytes=2000",
                "memory.stat=total_inactive_file 0");

        assertThat(MemoryLimit.leftBytes(mount, List.of("5:devices:/", "4:cpu,memory:/docker/4711")))
                .isEqualTo(3000);
    }

    @Test
    void withoutALimitThereIsALot() throws Exception {
        group("free", "memory.max=max", "memory.current=10");

        assertThat(MemoryLimit.leftBytes(mount, List.of("0::/free"))).isEqualTo(Long.MAX_VALUE);
    }
}
