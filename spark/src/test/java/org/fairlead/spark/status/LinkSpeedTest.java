// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkSpeedTest {
    @TempDir
    private Path directory;

    private void route(String text) throws IOException {
        Files.createDirectories(directory.resolve("net"));
        Files.writeString(directory.resolve("net/route"), "Iface\tDestination\tGateway\n" + text);
    }

    private void speed(String device, String text) throws IOException {
        Path files = Files.createDirectories(directory.resolve("class/net/" + device));
        Files.writeString(files.resolve("speed"), text);
    }

    private double reported(String address) {
        return new LinkSpeed(directory, directory).bytesPerSecond(address);
    }

    @Test
    void theDeviceOfTheDefaultRouteTellsWhereThatOfTheAddressDoesNot() throws IOException {
        route("eth0\t0000A8C0\t00000000\neth1\t00000000\t0100A8C0\n");
        speed("eth0", "1000\n");
        speed("eth1", "25000\n");
        assertThat(reported("127.0.0.1")).isEqualTo(25e9 / 8);
        speed("lo", "10\n");
        assertThat(reported("127.0.0.1")).isEqualTo(10e6 / 8);
    }

    @Test
    void whatTheKernelDoesNotTellIsUnknown() throws IOException {
        assertThat(reported("127.0.0.1")).isZero();
        route("eth1\t00000000\t0100A8C0\n");
        assertThat(reported("127.0.0.1")).isZero();
        speed("eth1", "-1\n");
        assertThat(reported("no.such.host.invalid")).isZero();
        speed("eth1", "");
        assertThat(reported("127.0.0.1")).isZero();
    }
}
