// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.fairlead.core.topology.Switch;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.testkit.Authority;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where switches connect by TLS, each has to show a certificate of the authority that names it. */
class OpenFlowTlsTest extends OnModelFatTree {
    @TempDir
    private Path elsewhere;

    private Authority authority;
    private OpenFlowDriver driver;

    @BeforeEach
    void open() throws Exception {
        authority = Authority.in(elsewhere);
        authority.issue("driver");
        driver = secured("");
    }

    /** @param more keys, each with its line's end */
    private OpenFlowDriver secured(String more) throws Exception {
        String tls = "tls: {certificate: %s, key: %s, authority: %s}%n"
                .formatted(authority.file("driver.pem"), authority.file("driver.key"), authority.file("ca.pem"));
        OpenFlowDriver secured = opened("1", tls + more);
        secured.follow(7);
        return secured;
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
        List<String> names = new ArrayList<>();
        FAT_TREE.switches().forEach(node -> names.add("dns:" + node.name()));
        TlsFiles own = authority.issue("switch", names.toArray(String[]::new));
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
    void aCertificateSpeaksForNoSwitchThatItDoesNotName() throws Exception {
        Switch e1 = (Switch) FAT_TREE.node("e1").orElseThrow();
        at("e1").connect(connected(driver.address(), authority.issue("e1")));
        soon(() -> driver.connected() == 1);

        try (ModelSwitch impostor = new ModelSwitch(datapath(e1), journal)) {
            impostor.connect(connected(driver.address(), authority.issue("e2")));
            soon(() -> !impostor.isConnected());
        }

        assertThat(driver.connected()).as("e1 keeps its place").isEqualTo(1);
        driver.renew();
        assertThat(driver.isMasterOf(e1)).isTrue();
    }

    @Test
    void oneCertificateOfAllSwitchesIsTakenWhereTheSettingsSaySo() throws Exception {
        OpenFlowDriver sharing = secured("shared-certificate: yes\n");

        at("e1").connect(connected(sharing.address(), authority.issue("switch")));

        soon(() -> sharing.connected() == 1);
    }

    @Test
    void theCommonNameCountsWhereNoOtherNameOfAHostStands() throws Exception {
        authority.issue("e1");
        authority.issue("e2", "dns:e3", "dns:e4");

        assertThat(names("e1")).containsExactly("e1");
        assertThat(names("e2")).containsExactly("e3", "e4");
    }

    private List<String> names(String issued) throws Exception {
        try (InputStream in = Files.newInputStream(authority.file(issued + ".pem"))) {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            return CertificateNames.of((X509Certificate) factory.generateCertificate(in));
        }
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
