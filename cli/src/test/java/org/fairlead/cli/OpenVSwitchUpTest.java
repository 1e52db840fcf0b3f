// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A testbed with switches of Open vSwitch stands, forwards, can be looked into, and leaves nothing. */
@Tag("testbed")
@Tag("untimed")
final class OpenVSwitchUpTest {
    @Test
    void switchesForwardUntilTheTestbedEnds(@TempDir Path testbeds) throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(testbeds);
        try {
            assertThat(fairlead.succeed("testbed", "up", "two-roots", "--network-only", "--switches", "ovs"))
                    .contains("switches forward over all equal-cost paths");

            assertThat(fairlead.succeed("testbed", "exec", "h1", "--", "getent", "hosts", "h8"))
                    .contains("10.77.0.");
            String connected = "(exec 3<>/dev/tcp/h8/9) 2>&1 | grep -o 'refused'";
            assertThat(fairlead.succeed("testbed", "exec", "h1", "--", "timeout", "5", "bash", "-c", connected))
                    .as("h8 answers")
                    .contains("refused");
            assertThat(fairlead.succeed("testbed", "status")).contains("ovs-vsctl show");
            assertThat(fairlead.succeed(
                            "testbed",
                            "exec",
                            "ovs",
                            "--",
                            "env",
                            "OVS_RUNDIR=/run/fairlead-ovs",
                            "ovs-vsctl",
                            "list-br"))
                    .isNotBlank();
            assertThat(fairlead.run("testbed", "traffic", "half-the-racks").output())
                    .contains("without --switches ovs");
        } finally {
            fairlead.run("testbed", "down", "--all");
        }
        assertThat(fairlead.filesLeft()).isEmpty();
        for (int i = 0; i < 100 && !fairlead.processesLeft().isEmpty(); i++) {
            Thread.sleep(100);
        }
        assertThat(fairlead.processesLeft()).isEmpty();
    }

    @Test
    void whatCannotBeBuiltIsSaidBeforeAnythingIs(@TempDir Path testbeds) throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(testbeds);

        assertThat(fairlead.run("testbed", "up", "two-roots", "--switches", "ovs")
                        .output())
                .contains("--switches ovs needs --network-only");
        assertThat(fairlead.run("testbed", "up", "two-roots", "--network-only", "--switches", "cisco")
                        .output())
                .contains("'cisco' is neither linux nor ovs");
        assertThat(fairlead.filesLeft()).isEmpty();
    }
}
