// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A testbed can be ended at any moment, by anything, and leaves nothing. */
@Tag("testbed")
@Tag("untimed")
final class UpAndDownTest {
    @Test
    void twentyUpsAndDownsKilledAtRandomMomentsLeaveNothing(@TempDir Path testbeds) throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(testbeds);
        Random random = new Random(20);
        int killed = 0;
        for (int i = 0; i < 20; i++) {
            Process up = fairlead.start("testbed", "up", "two-roots", "--network-only");
            if (up.waitFor(random.nextInt(3500), TimeUnit.MILLISECONDS)) {
                assertThat(up.exitValue()).as(() -> outputOf(up)).isZero();
            } else {
                up.destroyForcibly().waitFor();
                killed++;
            }
            // Killed in its very last moment, a testbed is up all the same.
            if (Files.exists(testbeds.resolve("two-roots/detached"))) {
                fairlead.succeed("testbed", "down");
            }
        }

        assertThat(killed).as("kills before the testbed was up").isPositive();
        awaitNoProcess(fairlead);
        // What a killed command could not remove, the next one does.
        fairlead.succeed("testbed", "up", "two-roots", "--network-only");
        fairlead.succeed("testbed", "down", "--all");
        assertThat(fairlead.filesLeft()).isEmpty();
        awaitNoProcess(fairlead);
    }

    @Test
    void severalTestbedsStandSideBySideWithTheSameAddresses(@TempDir Path testbeds) throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(testbeds);
        Path others = Files.createDirectories(testbeds.resolve("mine"));
        Path file = Files.writeString(others.resolve("file"), "text");
        try {
            assertThat(fairlead.run("testbed", "up", "two-roots", "--network-only", "--name", "mine")
                            .output())
                    .contains(others + " is no testbed and is left alone");
            fairlead.succeed("testbed", "up", "two-roots", "--network-only", "--name", "one");
            fairlead.succeed("testbed", "up", "two-roots", "--network-only", "--name", "two");

            assertThat(fairlead.run("testbed", "status").output()).contains("several testbeds are up");
            assertThat(fairlead.run("testbed", "up", "two-roots", "--network-only", "--name", "one")
                            .output())
                    .contains("a testbed 'one' is up already");
            for (String name : new String[] {"one", "two"}) {
                CommandUnderTest.Outcome route =
                        fairlead.run("testbed", "exec", "--name", name, "h1", "--", "ip", "-4", "addr");
                assertThat(route.exitCode()).isZero();
                assertThat(route.output()).contains("inet 10.");
                assertThat(fairlead.run("testbed", "status", "--name", name, "--json")
                                .output())
                        .contains("\"bytes_per_second\"");
            }
            CommandUnderTest.Outcome exitCode =
                    fairlead.run("testbed", "exec", "-n", "two", "h1", "--", "sh", "-c", "exit 7");
            assertThat(exitCode.exitCode()).isEqualTo(7);
            CommandUnderTest.Outcome unknown = fairlead.run("testbed", "exec", "-n", "two", "h99", "--", "true");
            assertThat(unknown.exitCode()).isEqualTo(2);
            assertThat(unknown.output()).contains("no host or switch 'h99'; there are ", "h1, ");
            assertThat(fairlead.succeed("testbed", "exec", "-n", "one", "h1", "--", "pwd")
                            .strip())
                    .isEqualTo(System.getProperty("user.dir"));
        } finally {
            fairlead.run("testbed", "down", "--all");
        }
        assertThat(fairlead.filesLeft()).containsExactly(others);
        assertThat(file).hasContent("text");
        awaitNoProcess(fairlead);
    }

    private static String outputOf(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void awaitNoProcess(CommandUnderTest fairlead) throws IOException, InterruptedException {
        for (int i = 0; i < 100 && !fairlead.processesLeft().isEmpty(); i++) {
            Thread.sleep(100);
        }
        assertThat(fairlead.processesLeft()).isEmpty();
    }
}
