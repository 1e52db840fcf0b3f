// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.Role;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.testkit.Authority;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every role at every path of a real controller, and the names in which it speaks. */
final class RolesTest {
    private static final Map<Role, String> IDENTITIES = new EnumMap<>(Map.of(
            Role.AGENT, "agent:h1",
            Role.EXPORTER, "exporter:e1",
            Role.NAMENODE, "namenode:nn1",
            Role.APPLICATION, "application:reports",
            Role.OPERATOR, "operator:alice",
            Role.ANY, "any"));

    @TempDir
    private Path directory;

    /** What is asked, and whose business it is. */
    private record Errand(String method, String path, String body, Set<Role> accepted) {}

    private static final Set<Role> READERS = EnumSet.of(Role.NAMENODE, Role.APPLICATION, Role.OPERATOR, Role.ANY);

    private static List<Errand> errands() {
        return List.of(
                new Errand("POST", "/v1/heartbeat", heartbeat("h1", 1, 1), EnumSet.of(Role.AGENT, Role.ANY)),
                new Errand(
                        "POST", "/v1/switch-counters", counters(1, 1, "e1->c1"), EnumSet.of(Role.EXPORTER, Role.ANY)),
                new Errand(
                        "POST", "/v1/flow-requests", requests("reports", 1, 1), EnumSet.of(Role.APPLICATION, Role.ANY)),
                new Errand("POST", "/v1/decisions", decision("nn1:8020"), EnumSet.of(Role.NAMENODE, Role.ANY)),
                new Errand("POST", "/v1/witnesses", witnesses("nn1:8020", 1), EnumSet.of(Role.NAMENODE, Role.ANY)),
                new Errand("POST", "/v1/enforcement", "{\"enabled\":true}", EnumSet.of(Role.OPERATOR, Role.ANY)),
                new Errand("GET", "/v1/decisions", "", EnumSet.of(Role.NAMENODE, Role.OPERATOR, Role.ANY)),
                new Errand(
                        "GET",
                        "/v1/paths/explanation?from=h1&to=h3",
                        "",
                        EnumSet.of(Role.NAMENODE, Role.OPERATOR, Role.ANY)),
                new Errand("GET", "/v1/rates", "", EnumSet.of(Role.OPERATOR, Role.ANY)),
                new Errand("GET", "/v1/view", "", READERS),
                new Errand("GET", "/v1/topology", "", READERS),
                new Errand("GET", "/v1/enforcement", "", READERS),
                new Errand("GET", "/metrics", "", READERS),
                new Errand("GET", "/", "", READERS),
                new Errand("GET", "/healthz", "", EnumSet.allOf(Role.class)));
    }

    private static String heartbeat(String host, long boot, int sequence) {
        return text(Trial.heartbeat(host, boot, sequence, sequence));
    }

    private static String counters(long boot, long sequence, String link) {
        return text(new SwitchCounters(
                "", "s", boot, sequence, sequence, List.of(new SwitchCounters.LinkBytes(link, sequence))));
    }

    private static String requests(String application, long boot, long sequence) {
        return text(FlowRequests.of("", application, boot, sequence, sequence, 60_000, 0, List.of()));
    }

    private static String witnesses(String nameNode, long sequence) {
        return text(new WitnessReport("", nameNode, 1, sequence, sequence, 1000, 3000, List.of(), List.of()));
    }

    private static String decision(String nameNode) {
        return "[{\"time_millis\":1,\"name_node\":\"" + nameNode + "\",\"kind\":\"write\",\"enforced\":false,"
                + "\"duration_micros\":1}]";
    }

    private static String text(Object message) {
        return new String(Encoding.JSON.write(message), StandardCharsets.UTF_8);
    }

    private static String token(String identity) {
        return "token-of-" + identity.replaceAll("[:,]", "-") + "-0123456789";
    }

    private Path tokens(String... identities) throws Exception {
        StringBuilder lines = new StringBuilder("# test\n");
        for (String identity : identities) {
            lines.append(identity).append(' ').append(token(identity)).append('\n');
        }
        return Authority.secret(directory.resolve("tokens"), lines.toString());
    }

    private static HttpResponse<String> ask(
            Controller controller, String token, String method, String path, String body) throws Exception {
        String[] headers = token.isEmpty()
                ? new String[] {"Content-Type", Trial.JSON}
                : new String[] {"Content-Type", Trial.JSON, "Authorization", "Bearer " + token};
        return method.equals("GET")
                ? Trial.get(controller, path, headers)
                : Trial.post(controller, path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    private static void forged(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(403);
        assertThat(response.body()).contains("\"reason\":\"forged\"");
    }

    @Test
    void eachRoleDoesItsOwnBusinessAndNothingElse() throws Exception {
        Path tokens = tokens(IDENTITIES.values().toArray(String[]::new));
        for (Role role : Role.values()) {
            try (Controller controller = Controller.start(Trial.settings().tokenFile(tokens), TimeSource.SYSTEM)) {
                for (Errand errand : errands()) {
                    HttpResponse<String> answer =
                            ask(controller, token(IDENTITIES.get(role)), errand.method(), errand.path(), errand.body());
                    assertThat(answer.statusCode())
                            .as(role + " " + errand.method() + " " + errand.path() + ": " + answer.body())
                            .isEqualTo(errand.accepted().contains(role) ? 200 : 403);
                }
            }
        }
    }

    @Test
    void aStrangerReadsOnTheMachineItselfAlone() throws Exception {
        try (Controller controller = Controller.start(Trial.settings().tokenFile(tokens("any")), TimeSource.SYSTEM)) {
            for (Errand errand : errands()) {
                boolean reads = errand.method().equals("GET");
                assertThat(ask(controller, "", errand.method(), errand.path(), errand.body())
                                .statusCode())
                        .as(errand.toString())
                        .isEqualTo(reads ? 200 : 401);
                int wrong = errand.path().equals("/healthz") ? 200 : 401;
                assertThat(ask(controller, "a-wrong-token-0123456789", errand.method(), errand.path(), errand.body())
                                .statusCode())
                        .as("wrong token: " + errand)
                        .isEqualTo(wrong);
            }
        }
    }

    @Test
    void nobodySpeaksInAnothersName() throws Exception {
        Path tokens = tokens(IDENTITIES.values().toArray(String[]::new));
        try (Controller controller = Controller.start(Trial.settings().tokenFile(tokens), TimeSource.SYSTEM)) {
            forged(ask(controller, token("agent:h1"), "POST", "/v1/heartbeat", heartbeat("h2", 1, 1)));
            forged(ask(controller, token("namenode:nn1"), "POST", "/v1/decisions", decision("nn2:8020")));
            forged(ask(controller, token("namenode:nn1"), "POST", "/v1/witnesses", witnesses("nn2:8020", 1)));
            forged(ask(controller, token("application:reports"), "POST", "/v1/flow-requests", requests("x", 1, 1)));
            forged(ask(controller, token("exporter:e1"), "POST", "/v1/switch-counters", counters(1, 1, "e2->c1")));
            SwitchCounters mixed = new SwitchCounters(
                    "",
                    "s",
                    1,
                    1,
                    1,
                    List.of(new SwitchCounters.LinkBytes("c1->e1", 1), new SwitchCounters.LinkBytes("h3->e2", 1)));
            forged(ask(controller, token("exporter:e1"), "POST", "/v1/switch-counters", text(mixed)));
            assertThat(controller.counts().switchReports()).isZero();
            assertThat(ask(
                                    controller,
                                    token("application:reports"),
                                    "POST",
                                    "/v1/flow-requests",
                                    requests("reports/7", 1, 1))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aTokenOfAnotherHostOrAnotherAddressForgesNothing() throws Exception {
        Path tokens = tokens("any", "agent:h1");
        ControllerSettings settings = Trial.settings()
                .tokenFile(tokens)
                .trustAddresses(false)
                .addresses(host -> List.of(InetAddress.getByAddress(new byte[] {10, 0, 0, 1})));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            for (String identity : List.of("any", "agent:h1")) {
                assertThat(Trial.soon(() -> {
                            try {
                                return ask(controller, token(identity), "POST", "/v1/heartbeat", heartbeat("h1", 1, 1))
                                        .body()
                                        .contains("\"reason\":\"forged\"");
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        }))
                        .as(identity)
                        .isTrue();
            }
            assertThat(controller.counts().heartbeats()).isZero();
        }
    }

    @Test
    void aPoisonedBootLocksNobodyOut() throws Exception {
        Path tokens = tokens(IDENTITIES.values().toArray(String[]::new));
        long now = System.currentTimeMillis();
        long farthest = now + 300L * 24 * 3600 * 1000;
        try (Controller controller = Controller.start(Trial.settings().tokenFile(tokens), TimeSource.SYSTEM)) {
            String any = token("any");
            HttpResponse<String> future =
                    ask(controller, any, "POST", "/v1/heartbeat", heartbeat("h1", Long.MAX_VALUE, 1));
            assertThat(future.statusCode()).isEqualTo(400);
            assertThat(future.body()).contains("boot: 9223372036854775807 is in the future");

            assertThat(ask(controller, any, "POST", "/v1/heartbeat", heartbeat("h1", farthest, 1 << 30))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(ask(controller, any, "POST", "/v1/heartbeat", heartbeat("h1", now, 1))
                            .statusCode())
                    .as("who has a common token waits for silence")
                    .isEqualTo(409);
            assertThat(ask(controller, token("agent:h1"), "POST", "/v1/heartbeat", heartbeat("h1", now, 1))
                            .statusCode())
                    .as("who has its own begins anew")
                    .isEqualTo(200);
            assertThat(ask(controller, token("agent:h1"), "POST", "/v1/heartbeat", heartbeat("h1", now, 1))
                            .statusCode())
                    .as("the same once more")
                    .isEqualTo(409);

            assertThat(ask(controller, any, "POST", "/v1/switch-counters", counters(farthest, 1 << 30, "e1->c1"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(ask(controller, token("exporter:e1"), "POST", "/v1/switch-counters", counters(now, 1, "e1->c1"))
                            .statusCode())
                    .isEqualTo(200);

            String application = token("application:reports");
            assertThat(ask(controller, application, "POST", "/v1/flow-requests", requests("reports", farthest, 1))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(ask(controller, application, "POST", "/v1/flow-requests", requests("reports", now, 1))
                            .statusCode())
                    .isEqualTo(200);
            forged(ask(controller, any, "POST", "/v1/flow-requests", requests("reports", farthest, 2)));
        }
    }

    @Test
    void aTokenFileThatChangesIsTakenWhileTheControllerRuns() throws Exception {
        Path tokens = tokens("agent:h1");
        Path own = Authority.secret(directory.resolve("own"), token("agent:h1") + "\n");
        try (Controller controller = Controller.start(Trial.settings().tokenFile(tokens), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(
                        List.of(Trial.endpoint(controller)),
                        Credentials.of(Optional.of(own), Optional.empty(), InClear.NO, TimeSource.SYSTEM))) {
            client.report(Trial.heartbeat("h1", 1, 1, 1));

            tokens("agent:h1,h2", "operator:bob");
            assertThat(Trial.soon(() -> status(controller, token("operator:bob")) == 200))
                    .isTrue();
            assertThat(status(controller, token("agent:h1")))
                    .as("no longer accepted")
                    .isEqualTo(401);

            Authority.secret(own, "agent:h1,h2 " + token("agent:h1,h2") + "\n");
            Authority.secret(tokens, "agent:h1,h2 " + token("agent:h1,h2") + "\n");
            assertThat(Trial.soon(() -> {
                        try {
                            return client.report(Trial.heartbeat("h2", 1, 1, 1)).accepted() == 1;
                        } catch (IOException e) {
                            return false;
                        }
                    }))
                    .as("the client shows its new token")
                    .isTrue();

            Authority.secret(tokens, "not a token file\n");
            Thread.sleep(2500);
            client.report(Trial.heartbeat("h2", 1, 2, 2)); // what was read before stays in force
        }
    }

    private static int status(Controller controller, String token) {
        try {
            return ask(controller, token, "GET", "/v1/view", "").statusCode();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void tokensTravelInClearOnlyWhereThatIsAllowed() throws Exception {
        Path tokens = tokens("any");
        ControllerSettings open =
                Trial.settings().bind(new InetSocketAddress("0.0.0.0", 0)).tokenFile(tokens);
        assertThatThrownBy(() -> Controller.start(open, TimeSource.SYSTEM))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tokens would travel in clear")
                .hasMessageContaining("--token-in-clear");
        Controller.start(open.inClear(new InClear(true, "x")), TimeSource.SYSTEM)
                .close();

        Endpoint elsewhere = new Endpoint("192.0.2.1", 7433);
        Credentials none = Credentials.of(Optional.of(tokens), Optional.empty(), InClear.NO, TimeSource.SYSTEM);
        assertThatThrownBy(() -> new ControllerClient(List.of(elsewhere), none))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("192.0.2.1:7433")
                .hasMessageContaining("--token-in-clear");
        new ControllerClient(List.of(new Endpoint("127.0.0.9", 1), new Endpoint("localhost", 1)), none).close();
    }

    @Test
    void aTokenFileSaysWhoseEachTokenIs() throws Exception {
        for (String wrong : List.of(
                token("any"),
                "root " + token("any"),
                "agent " + token("any"),
                "any:h1 " + token("any"),
                "any short",
                "agent:h1 " + token("any") + "\noperator " + token("any"))) {
            Path file = Authority.secret(directory.resolve("wrong"), wrong + "\n");
            assertThatThrownBy(() -> Controller.start(Trial.settings().tokenFile(file), TimeSource.SYSTEM))
                    .as(wrong)
                    .isInstanceOf(InvalidFileException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageNotContaining(token("any"));
        }
    }
}
