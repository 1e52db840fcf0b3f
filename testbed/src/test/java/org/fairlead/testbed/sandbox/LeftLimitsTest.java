// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.testbed.processor.ProcessorLimits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
@Tag("root")
final class LeftLimitsTest {
    private static final double SOME = 0.2;

    @Test
    void aNewTestbedHasNoLimitsOfAnEarlierOneOfItsName(@TempDir Path home) throws IOException {
        String name = "left-" + ProcessHandle.current().pid();
        Path testbed = home.resolve(name);
        var left = ProcessorLimits.set(testbed, "h1", SOME, List.of());

        TestbedDirectory created = TestbedDirectory.create(home, name).orElseThrow();

        ProcessorLimits.set(testbed, "h1", SOME, List.of()).close();
        created.delete();
        assertThat(testbed).doesNotExist();
        left.close(); // nothing is there any more
    }
}
