// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.ReportChannel;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.testkit.Authority;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that a controller believes, the roles that they bear, and TLS under which tokens say who asks. */
final class TlsTest {
    @TempDir
    static Path directory;

    private static Authority authority;
    private static TlsFiles server;
    private static TlsFiles agent;

    @BeforeAll
    static void issue() throws Exception {
        authority = Authority.in(directory);
        server = authority.issue("server");
        agent = authority.issue("agent", "uri:fairlead:agent:h1");
    }

    private static ControllerClient client(Controller controller, Optional<Path> token, TlsFiles files) {
        return new ControllerClient(
                List.of(Trial.endpoint(controller)),
                Credentials.of(token, Optional.of(files), InClear.NO, TimeSource.SYSTEM));
    }

    private static ControllerClient client(Controller controller, TlsFiles files) {
        return client(controller, Optional.empty(), files);
    }

    private static TlsFiles authorityAlone() {
        return new TlsFiles(Optional.empty(), server.trusted());
    }

    private static void refused(ThrowingCall call, int status) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(ControllerException.class, e -> assertThat(e.status())
                .isEqualTo(status));
    }

    private interface ThrowingCall {
        void run() throws Exception;
    }

    @Test
    void withoutTokensACertificateIsNeededAndItsRoleCounts() throws Exception {
        TlsFiles application = authority.issue("application", "uri:fairlead:application:reports");
        TlsFiles both = authority.issue("both", "uri:fairlead:agent:h1", "uri:fairlead:operator");
        try (Controller controller = Controller.start(Trial.settings().tls(server), TimeSource.SYSTEM)) {
            try (ControllerClient client = client(controller, agent)) {
                client.report(Trial.heartbeat("h1", 1, 1, 1));
                refused(() -> client.report(Trial.heartbeat("h2", 1, 1, 1)), 403);
                refused(client::topology, 403);
                refused(() -> client.enforcement(false), 403);
            }
            try (ControllerClient client = client(controller, application)) {
                assertThat(client.topology().name()).isEqualTo("trial");
                FlowRequests own = FlowRequests.of("", "reports/1", 1, 1, 1, 1000, 0, List.of());
                FlowRequests others = FlowRequests.of("", "payroll", 1, 1, 1, 1000, 0, List.of());
                client.commit(own);
                refused(() -> client.commit(others), 403);
                refused(() -> client.lastDecisions(1), 403);
            }
            try (ControllerClient client = client(controller, server)) {
                assertThat(client.view(0, 0, Duration.ZERO).whole())
                        .as("no role: reads")
                        .isTrue();
                refused(() -> client.lastDecisions(1), 403);
                refused(() -> client.report(Trial.heartbeat("h1", 1, 2, 2)), 403);
            }
            try (ControllerClient client = client(controller, both)) {
                refused(() -> client.report(Trial.heartbeat("h1", 1, 2, 2)), 403);
            }
            try (ControllerClient client = client(controller, authorityAlone())) {
                assertThatThrownBy(client::topology).as("no certificate").isInstanceOf(IOException.class);
            }
            try (ControllerClient plain = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
                assertThatThrownBy(plain::topology).as("no TLS").isInstanceOf(IOException.class);
            }
            assertThat(controller.counts().heartbeats()).isEqualTo(1);
            assertThat(controller.enforcement()).isTrue();
        }
    }

    @Test
    void aStrangersCertificateAndAStrangeServerAreRefused(@TempDir Path elsewhere) throws Exception {
        TlsFiles stranger = Authority.in(elsewhere).issue("stranger", "uri:fairlead:any");
        try (Controller controller = Controller.start(Trial.settings().tls(server), TimeSource.SYSTEM);
                ControllerClient unknown = client(controller, new TlsFiles(stranger.own(), server.trusted()));
                ControllerClient doubting = client(controller, new TlsFiles(server.own(), stranger.trusted()))) {
            assertThatThrownBy(unknown::topology).isInstanceOf(IOException.class);
            assertThatThrownBy(doubting::topology).isInstanceOf(IOException.class);
        }
    }

    @Test
    void underTlsATokenIsEnoughAndComesBeforeTheCertificate() throws Exception {
        Path tokens = Authority.secret(
                directory.resolve("accepted"), "agent:h2 token-of-h2-0123456789\noperator token-of-a-person-0123\n");
        Path own = Authority.secret(directory.resolve("h2.token"), "agent:h2 token-of-h2-0123456789\n");
        try (Controller controller =
                Controller.start(Trial.settings().tls(authority.stores()).tokenFile(tokens), TimeSource.SYSTEM)) {
            try (ControllerClient client = client(controller, Optional.of(own), authorityAlone())) {
                client.report(Trial.heartbeat("h2", 1, 1, 1));
            }
            try (ControllerClient client = client(controller, Optional.of(own), agent)) {
                client.report(Trial.heartbeat("h2", 1, 2, 2));
                refused(() -> client.report(Trial.heartbeat("h1", 1, 1, 1)), 403);
            }
            try (ControllerClient client = client(controller, agent)) {
                client.report(Trial.heartbeat("h1", 1, 1, 1));
            }
            ReportChannel channel = new ReportChannel(
                    Trial.endpoint(controller),
                    Credentials.of(Optional.of(own), Optional.of(authorityAlone()), InClear.NO, TimeSource.SYSTEM));
            for (int i = 3; i < 6; i++) {
                assertThat(channel.report(Trial.heartbeat("h2", 1, i, i)).accepted())
                        .isEqualTo(1);
            }
            try (ControllerClient client = client(controller, authorityAlone())) {
                refused(() -> client.report(Trial.heartbeat("h1", 1, 2, 2)), 401);
            }
        }
    }

    @Test
    void certificatesAreReadAgainOnBothSidesWhenTheyChange(@TempDir Path elsewhere) throws Exception {
        Authority here = Authority.in(elsewhere);
        here.issue("old");
        here.issue("old-agent", "uri:fairlead:agent:h1");
        here.issue("new-agent", "uri:fairlead:agent:h2");
        here.write("old", "server");
        here.write("old-agent", "client");
        try (Controller controller = Controller.start(Trial.settings().tls(here.pem("server")), TimeSource.SYSTEM)) {
            HandDrivenTime time = new HandDrivenTime();
            Credentials credentials =
                    Credentials.of(Optional.empty(), Optional.of(here.pem("client")), InClear.NO, time);
            try (ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), credentials)) {
                client.report(Trial.heartbeat("h1", 1, 1, 1));
                here.write("new-agent", "client");
                time.pass(Duration.ofSeconds(1)); // files are looked at once a second
                client.report(Trial.heartbeat("h2", 1, 1, 1));
                refused(() -> client.report(Trial.heartbeat("h1", 1, 2, 2)), 403);
            }
            // Whoever issued the server's certificate is no longer believed: whom it believes is read again, too.
            Authority other = Authority.in(Files.createDirectory(elsewhere.resolve("other")));
            Files.copy(other.file("ca.pem"), here.file("ca.pem"), StandardCopyOption.REPLACE_EXISTING);
            Thread.sleep(1100);
            try (ControllerClient after = new ControllerClient(
                    List.of(Trial.endpoint(controller)),
                    Credentials.of(Optional.empty(), Optional.of(here.pem("client")), InClear.NO, TimeSource.SYSTEM))) {
                assertThatThrownBy(after::topology).isInstanceOf(IOException.class);
            }
        }
    }
}
