// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.testkit.Authority;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where switches connect by TLS, each has to show a certificate of the authority. */
class OpenFlowTlsTest extends OnModelFatTree {
    @TempDir
    private Path elsewhere;

    private Authority authority;
    private OpenFlowDriver driver;

    @BeforeEach
    void open() throws Exception {
        authority = Authority.in(elsewhere);
        authority.issue("driver");
        driver = opened(
                "1",
                "tls: {certificate: %s, key: %s, authority: %s}%n"
                        .formatted(
                                authority.file("driver.pem"), authority.file("driver.key"), authority.file("ca.pem")));
        driver.follow(7);
    }

    private static SSLSocket connected(InetSocketAddress to, TlsFiles files) throws IOException {
        return (SSLSocket) files.watched(TimeSource.SYSTEM)
                .now()
                .context()
                .getSocketFactory()
                .createSocket(to.getAddress(), to.getPort());
    }

    @Test
    void switchesOfTheAuthorityAreTold() throws Exception {
        TlsFiles own = authority.issue("switch");
        for (ModelSwitch each : switches.values()) {
            each.connect(connected(driver.address(), own));
        }

        soon(() -> {
            driver.renew();
            return switches.keySet().stream().allMatch(driver::isMasterOf);
        });

        assertThat(give(driver, unit("h1", "h13"), 2)).isEmpty();
        assertThat(pins(at("e1"))).isNotEmpty();
    }

    @Test
    void whoShowsAnotherAuthoritysCertificateIsToldNothing() throws Exception {
        Authority other = Authority.in(Files.createDirectory(elsewhere.resolve("other")));
        other.issue("switch");
        TlsFiles believing = TlsFiles.pem(other.file("switch.pem"), other.file("switch.key"), authority.file("ca.pem"));
        String before = at("e1").dump();

        try (SSLSocket socket = connected(driver.address(), believing)) {
            assertThat(saysNothing(socket)).isTrue();
        }
        assertThat(driver.connected()).isZero();
        assertThat(at("e1").dump()).isEqualTo(before);
    }

    @Test
    void whoSpeaksInClearIsToldNothing() throws Exception {
        at("e1").connect(driver.address());
        try (Socket socket =
                new Socket(driver.address().getAddress(), driver.address().getPort())) {
            socket.getOutputStream().write(new byte[] {4, 0, 0, 8, 0, 0, 0, 1});
            socket.setSoTimeout(10_000);
            byte[] said = socket.getInputStream().readAllBytes();

            assertThat(said.length == 0 || said[0] == 21)
                    .as("nothing, or an alert of TLS")
                    .isTrue();
        }
        assertThat(driver.connected()).isZero();
    }

    /** Whether the handshake fails; a client of TLS 1.3 hears of it when it reads. */
    private static boolean saysNothing(SSLSocket socket) throws IOException {
        socket.setSoTimeout(10_000);
        try {
            socket.startHandshake();
            socket.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
