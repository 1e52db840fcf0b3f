// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.fairlead.testbed.network.SandboxedTest;
import org.fairlead.testbed.processor.ProcessorLimits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
@Tag("root")
final class SlowDisksTest {
    @Test
    void aSlowDiskHasItsRateAndLeavesNothing(@TempDir Path testbed) throws Exception {
        String before = loopDevicesOf(testbed);

        for (int run = 1; run <= 2; run++) {
            String rates = SandboxedTest.runAsRoot(SlowDiskProbe.class, 240, testbed.toString())
                    .strip();

            assertThat(rates.lines().map(Double::parseDouble))
                    .as("bytes/s written, read and written, of 10 MB/s, in run " + run)
                    .hasSize(3)
                    .allSatisfy(rate -> assertThat(rate).isBetween(8e6, 12e6));
        }
        assertThat(before).isEmpty();
        assertThat(loopDevicesOf(testbed)).isEmpty();
        assertThat(testbed.resolve("stand/disks/h1.image")).doesNotExist();
        assertThat(testbed.resolve("throttled")).doesNotExist();
        Throttle.lift(testbed);
        ProcessorLimits.removeLeft(testbed);
    }

    private static String loopDevicesOf(Path testbed) throws IOException, InterruptedException {
        Process losetup = new ProcessBuilder("losetup", "--list").start();
        String all = new String(losetup.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        losetup.waitFor();
        return String.join(
                "\n",
                all.lines().filter(line -> line.contains(testbed.toString())).toList());
    }
}
