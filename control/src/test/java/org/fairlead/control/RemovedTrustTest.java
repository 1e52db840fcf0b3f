// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.ReportChannel;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.testkit.Authority;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is taken out of a controller's files is out: its open connections and its sessions, too. Others notice nothing. */
final class RemovedTrustTest {
    @TempDir
    static Path directory;

    private static Authority staying;
    private static Authority leaving;
    private static TlsFiles first;
    private static TlsFiles second;
    private static Path trusted;

    @BeforeAll
    static void issue() throws Exception {
        staying = Authority.in(Files.createDirectory(directory.resolve("staying")));
        leaving = Authority.in(Files.createDirectory(directory.resolve("leaving")));
        staying.issue("server");
        first = staying.issue("h1", "uri:fairlead:agent:h1");
        second = new TlsFiles(leaving.issue("h2", "uri:fairlead:agent:h2").own(), first.trusted());
        trusted = directory.resolve("trusted.pem");
    }

    private void trust(Path... certificates) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : certificates) {
            String chain = Files.readString(file);
            String end = "-----END CERTIFICATE-----\n";
            all.append(chain, 0, chain.indexOf(end) + end.length()); // the first alone
        }
        Files.writeString(trusted, all.toString());
    }

    private Controller start() throws IOException {
        return Controller.start(
                Trial.settings().tls(TlsFiles.pem(staying.file("server.pem"), staying.file("server.key"), trusted)),
                TimeSource.SYSTEM);
    }

    private static String report(Peer peer, String host, int sequence) throws IOException {
        byte[] body = Encoding.JSON.write(Trial.heartbeat(host, 1, sequence, sequence));
        String answer = peer.ask(
                "POST /v1/heartbeat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length + "\r\n\r\n",
                body);
        return answer.substring(0, answer.indexOf('\r'));
    }

    private static String status(Peer peer, String token) throws IOException {
        String answer = peer.post("/v1/enforcement", token, "{\"enabled\":true}".getBytes(StandardCharsets.UTF_8));
        return answer.substring(0, answer.indexOf('\r'));
    }

    @Test
    void anAuthorityThatIsTakenOutEndsTheConnectionsAndTheSessionsOfItsClients() throws Exception {
        trust(staying.file("ca.pem"), leaving.file("ca.pem"));
        removal(staying.file("ca.pem"));
    }

    @Test
    void soDoesASingleCertificate() throws Exception {
        trust(staying.file("ca.pem"), leaving.file("h2.pem"));
        removal(staying.file("ca.pem"));
    }

    private void removal(Path left) throws Exception {
        SSLContext ofSecond = second.watched(TimeSource.SYSTEM).last().context();
        try (Controller controller = start();
                Peer stays = Peer.secured(
                        controller.address().getPort(),
                        first.watched(TimeSource.SYSTEM).last().context());
                Peer goes = Peer.secured(controller.address().getPort(), ofSecond);
                Peer silent = Peer.secured(controller.address().getPort(), ofSecond)) {
            ReportChannel channel = new ReportChannel(
                    Trial.endpoint(controller),
                    Credentials.of(Optional.empty(), Optional.of(first), InClear.NO, TimeSource.SYSTEM));
            assertThat(report(stays, "h1", 1)).contains("200");
            assertThat(report(goes, "h2", 1)).contains("200");
            assertThat(silent.get("/healthz")).contains("200");

            trust(left);

            int[] sequence = {1};
            assertThat(Trial.soon(() -> {
                        try {
                            sequence[0]++;
                            assertThat(report(stays, "h1", 2 * sequence[0])).contains("200");
                            assertThat(channel.report(
                                                    Trial.heartbeat("h1", 1, 2 * sequence[0] + 1, 2 * sequence[0] + 1))
                                            .accepted())
                                    .isEqualTo(1);
                        } catch (IOException e) {
                            throw new AssertionError("another's connection", e);
                        }
                        try {
                            return !report(goes, "h2", sequence[0]).contains("200");
                        } catch (IOException e) {
                            return true;
                        }
                    }))
                    .as("a connection that is in use ends")
                    .isTrue();
            assertThat(silent.rest()).as("and one that is not").isEmpty();
            assertThatThrownBy(() -> {
                        try (Peer again = Peer.secured(controller.address().getPort(), ofSecond)) {
                            again.get("/healthz");
                        }
                    })
                    .as("a session of before")
                    .isInstanceOf(IOException.class);
            assertThat(report(stays, "h1", 1 << 20)).contains("200");
        }
    }

    @Test
    void aServersAuthorityThatAClientNoLongerBelievesEndsTheClientsConnections() throws Exception {
        trust(staying.file("ca.pem"));
        Path believed = directory.resolve("believed.pem");
        Files.copy(staying.file("ca.pem"), believed);
        Credentials credentials = Credentials.of(
                Optional.empty(),
                Optional.of(TlsFiles.pem(staying.file("h1.pem"), staying.file("h1.key"), believed)),
                InClear.NO,
                TimeSource.SYSTEM);
        try (Controller controller = start()) {
            ReportChannel channel = new ReportChannel(Trial.endpoint(controller), credentials);
            assertThat(channel.report(Trial.heartbeat("h1", 1, 1, 1)).accepted())
                    .isEqualTo(1);

            Files.writeString(believed, Files.readString(leaving.file("ca.pem")));

            int[] sequence = {1};
            assertThat(Trial.soon(() -> {
                        try {
                            sequence[0]++;
                            channel.report(Trial.heartbeat("h1", 1, sequence[0], sequence[0]));
                            return false;
                        } catch (IOException e) {
                            return true;
                        }
                    }))
                    .isTrue();
        }
    }

    @Test
    void aTokenThatIsTakenOutIsRefusedOnAnOpenConnectionWhichThenEnds() throws Exception {
        String stays = "operator:alice token-of-alice-0123456789\n";
        Path tokens = Authority.secret(directory.resolve("tokens"), stays + "operator:bob token-of-bob-0123456789\n");
        try (Controller controller = Controller.start(Trial.settings().tokenFile(tokens), TimeSource.SYSTEM);
                Peer alice = Peer.plain(controller.address().getPort());
                Peer bob = Peer.plain(controller.address().getPort())) {
            assertThat(status(alice, "token-of-alice-0123456789")).contains("200");
            assertThat(status(bob, "token-of-bob-0123456789")).contains("200");

            Authority.secret(tokens, stays);

            assertThat(Trial.soon(() -> {
                        try {
                            assertThat(status(alice, "token-of-alice-0123456789"))
                                    .contains("200");
                            return status(bob, "token-of-bob-0123456789").contains("401");
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    }))
                    .isTrue();
            assertThat(bob.rest()).isEmpty();
        }
    }
}
