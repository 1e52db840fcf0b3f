// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.counters.HostCounters;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a program in the place of ethtool that says what the test has it say. */
class NicAllowancesTest {
    /** As Amazon's driver has it. */
    private static final String ENA = """
            NIC statistics:
                 tx_timeout: 0
                 bw_in_allowance_exceeded: %d
                 bw_out_allowance_exceeded: 0
                 pps_allowance_exceeded: %d
                 conntrack_allowance_available: 136812
                 queue_0_tx_cnt: 4711
            """;

    @TempDir
    private Path directory;

    private final HandDrivenTime time = new HandDrivenTime();

    private void says(String output) throws IOException {
        Files.writeString(directory.resolve("output"), output);
    }

    /** A file that is written while it starts would be busy. */
    private void install() throws IOException {
        Path tool = directory.resolve("ethtool");
        Files.writeString(tool, "#!/bin/sh\n[ \"$1\" = -S ] && [ \"$2\" = ens5 ] && cat '" + directory + "/output'\n");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private NicAllowances allowances() throws IOException {
        Files.createDirectories(directory.resolve("net"));
        Files.writeString(directory.resolve("net/dev"), "ens5: 10 0 0 0 0 0 0 0 20 0 0 0 0 0 0 0\n");
        return new NicAllowances(directory.resolve("ethtool"), new HostCounters(directory, directory, Set.of()), time);
    }

    @Test
    void whatWasExceededSinceTheFirstLookIsToldWhenItIsAgain() throws IOException {
        NicAllowances allowances = allowances();
        install();
        says(ENA.formatted(100, 7));
        assertThat(allowances.exceeded()).as("what was before nobody asked for").isEmpty();

        says(ENA.formatted(160, 7));
        assertThat(allowances.exceeded())
                .containsExactly(
                        new NicAllowance("", "ens5", "bw_in_allowance_exceeded", time.currentTimeMillis(), 60));
        assertThat(allowances.exceeded()).isEmpty();

        says(ENA.formatted(161, 8));
        assertThat(allowances.exceeded())
                .extracting(NicAllowance::counter, NicAllowance::packets)
                .containsExactlyInAnyOrder(tuple("bw_in_allowance_exceeded", 61L), tuple("pps_allowance_exceeded", 1L));
    }

    @Test
    void aToolThatEndsBeforeItIsReadIsHeardAllTheSame() throws IOException {
        NicAllowances allowances = allowances();
        install();
        for (int look = 0; look < 50; look++) {
            says(ENA.formatted(look, 7));
            assertThat(allowances.exceeded()).hasSize(look == 0 ? 0 : 1);
        }
    }

    @Test
    void aDeviceWithoutCountersTellsNothing() throws IOException {
        NicAllowances allowances = allowances();
        install();
        says("no stats available\n");

        assertThat(allowances.exceeded()).isEmpty();
        assertThat(NicAllowances.parsed("")).isEqualTo(Map.of());
    }

    @Test
    void whereTheToolIsMissingThatIsAnError() throws IOException {
        NicAllowances allowances = allowances();

        assertThatThrownBy(allowances::exceeded).isInstanceOf(IOException.class);
    }
}
