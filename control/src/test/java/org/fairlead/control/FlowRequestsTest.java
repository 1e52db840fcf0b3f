// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.report.ReportAnomaly;
import org.fairlead.control.report.ReportSender;
import org.fairlead.control.report.Reports;
import org.fairlead.control.report.ReservationQuota;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.ViewStream;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.ViewMessage;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What applications commit, over HTTP: seen by the others until counters show it or it expires, and nobody speaks for another. */
final class FlowRequestsTest {
    private static final String ANY = "0123456789abcdef0000";
    private static final String OF_ONE = "0123456789abcdef0001";
    private static final String AGENT = "0123456789abcdef0002";

    private static FlowRequests requests(String application, long sequence, FlowRequests.Flow... flows) {
        return FlowRequests.of("", application, 1, sequence, sequence, 60_000, 3, List.of(flows));
    }

    private static FlowRequests.Flow pair(String from, String to, long bytesPerSecond) {
        return FlowRequests.Flow.of(1, from, to, TrafficClass.SHUFFLE, 8_000_000, bytesPerSecond);
    }

    private static HttpResponse<String> post(Controller controller, FlowRequests requests, String... headers)
            throws Exception {
        return Trial.post(controller, "/v1/flow-requests", Encoding.JSON.write(requests), headers);
    }

    private static void refused(HttpResponse<String> response, int status, String reason) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains("\"reason\":\"" + reason + "\"");
    }

    private static int link(String from, String to) {
        return Trial.CLUSTER
                .link(
                        Trial.CLUSTER.node(from).orElseThrow(),
                        Trial.CLUSTER.node(to).orElseThrow())
                .orElseThrow()
                .index();
    }

    private static double committed(ViewStream stream, int link) {
        return stream.latest().map(view -> view.committed(link)).orElse(-1.0);
    }

    @Test
    void othersSeeItWhoCommitsDoesNotAndCountersEndIt() throws Exception {
        int up = link("h1", "e1");
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE);
                ViewStream other = ViewStream.start(
                        List.of(Trial.endpoint(controller)), Credentials.NONE, "app-2", TimeSource.SYSTEM, view -> {});
                ViewStream own = ViewStream.start(
                        List.of(Trial.endpoint(controller)),
                        Credentials.NONE,
                        "app-1",
                        TimeSource.SYSTEM,
                        view -> {})) {
            controller.reports().take(Trial.heartbeat("h1", 1, 1, 1), Optional.empty());
            assertThat(client.commit(requests("app-1", 1, pair("h1", "h3", 400_000)))
                            .accepted())
                    .isEqualTo(1);
            assertThat(Trial.soon(() -> committed(other, up) == 400_000)).isTrue();
            assertThat(Trial.soon(() -> committed(own, up) == 0)).isTrue();
            assertThat(controller.view().committed(up)).as("all count").isEqualTo(400_000);
            assertThat(own.latest().orElseThrow().committed(up)).isZero();

            assertThat(client.commit(requests("app-2", 1, pair("h1", "h2", 100_000)))
                            .accepted())
                    .isEqualTo(1);
            assertThat(Trial.soon(() -> committed(own, up) == 100_000)).isTrue();
            assertThat(committed(other, up)).isEqualTo(400_000);

            assertThat(client.commit(requests("app-1", 2)).accepted()).isZero();
            assertThat(Trial.soon(() -> committed(other, up) == 0)).isTrue();
            assertThat(Trial.get(controller, "/metrics").body())
                    .contains("fairlead_flow_requests_total 3")
                    .contains("fairlead_applications 2")
                    .contains("fairlead_residual_tasks 6");
        }
    }

    @Test
    void whatIsNotRenewedExpires() throws Exception {
        int up = link("h1", "e1");
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            client.commit(FlowRequests.of("", "app-1", 1, 1, 1, 300, 0, List.of(pair("h1", "h3", 400_000))));
            assertThat(Trial.soon(() -> controller.view().committed(up) > 0)).isTrue();
            assertThat(Trial.soon(() -> controller.view().committed(up) == 0)).isTrue();
            assertThat(controller.reports().applications()).isZero();
        }
    }

    @Test
    void aWholeViewTellsOfLinksThatOnlyFlowRequestsTouch() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
                ControllerClient client = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
            client.commit(requests("app-1", 1, pair("h1", "h2", 7)));
            assertThat(Trial.soon(() -> controller.view().committed(link("h1", "e1")) > 0))
                    .isTrue();
            ViewMessage view = client.view(0, 0, Duration.ZERO, "app & 2");
            assertThat(view.links().index()).containsExactlyInAnyOrder(link("h1", "e1"), link("e1", "h2"));
            assertThat(view.links().committed()).containsOnly(7);
            assertThat(view.links().ageMicros()).containsOnly(ViewMessage.NEVER);
        }
    }

    @Test
    void anApplicationSpeaksOnlyOfItself(@TempDir Path directory) throws Exception {
        Path tokens = Files.createFile(
                directory.resolve("tokens"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(tokens, "any " + ANY + "\napplication:app-1 " + OF_ONE + "\nagent:h1 " + AGENT + "\n");
        try (Controller controller =
                Controller.start(Trial.settings().tokenFile(tokens).trustAddresses(false), TimeSource.SYSTEM)) {
            String[] any = {"Content-Type", Trial.JSON, "Authorization", "Bearer " + ANY};
            String[] ofOne = {"Content-Type", Trial.JSON, "Authorization", "Bearer " + OF_ONE};
            String[] agent = {"Content-Type", Trial.JSON, "Authorization", "Bearer " + AGENT};
            refused(post(controller, requests("app-1", 1)), 401, "unauthorized");
            assertThat(post(controller, requests("app-1", 1), ofOne).statusCode())
                    .isEqualTo(200);
            refused(post(controller, requests("app-2", 1), ofOne), 403, "forged");
            refused(post(controller, requests("app-1", 2), agent), 403, "forbidden");
            refused(post(controller, requests("app-1", 2), any), 403, "forged");
            assertThat(post(controller, requests("app-2", 1), any).statusCode()).isEqualTo(200);
            refused(
                    Trial.post(controller, "/v1/heartbeat", Encoding.JSON.write(Trial.heartbeat("h1", 1, 1, 1)), ofOne),
                    403,
                    "forbidden");
            ClusterView view = controller.view();
            assertThatThrownBy(() -> controller
                            .reports()
                            .take(requests("app-2", 2), Optional.of(InetAddress.getByName("127.0.0.9")), view))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("'app-2' is another's");
        }
    }

    @Test
    void aTokenReservesWithinItsQuota() throws Exception {
        ReportSender reports = new ReportSender(Identity.of("application:reports"), Optional.empty());
        ReportSender others = new ReportSender(Identity.of("application:others"), Optional.empty());
        int up = link("h1", "e1");
        try (Controller controller =
                Controller.start(Trial.settings().quota(new ReservationQuota(2, 300_000)), TimeSource.SYSTEM)) {
            Reports taken = controller.reports();
            taken.take(requests("reports/1", 1, pair("h1", "h3", 200_000)), reports, controller.view());
            taken.take(requests("reports/2", 1, pair("h1", "h3", 400_000)), reports, controller.view());
            assertThatThrownBy(() -> taken.take(requests("reports/3", 1), reports, controller.view()))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.QUOTA))
                    .hasMessageContaining("under 2 names already");
            assertThat(controller.counts().oddities(ReportAnomaly.OVER_QUOTA)).isEqualTo(1);
            assertThat(Trial.soon(() -> controller.view().committed(up) == 300_000))
                    .isTrue();
            taken.take(requests("others", 1, pair("h2", "h1", 1000)), others, controller.view());
            taken.take(requests("reports/1", 2), reports, controller.view());
            taken.take(requests("reports/2", 2, pair("h1", "h3", 250_000)), reports, controller.view());
            assertThat(controller.counts().oddities(ReportAnomaly.OVER_QUOTA)).isEqualTo(1);
        }
    }

    @Test
    void aLinkWithoutCountersIsFilledForTwoIntervalsAtMost() throws Exception {
        int up = link("h1", "e1");
        HandDrivenTime time = new HandDrivenTime();
        try (Controller controller = Controller.start(Trial.settings(), time)) {
            for (int sequence = 1; sequence <= 10; sequence++) {
                controller
                        .reports()
                        .take(
                                requests("liar", sequence, pair("h1", "h3", 1_000_000)),
                                Optional.empty(),
                                controller.view());
                boolean filling = sequence <= 4;
                assertThat(Trial.soon(() -> controller.view().committed(up) == (filling ? 1e6 : 0)))
                        .as("half second " + sequence)
                        .isTrue();
                time.pass(Duration.ofMillis(500));
            }
        }
    }

    @Test
    void whoClaimsAgainAndAgainWhatNeverComesIsBelievedNoMore() throws Exception {
        int up = link("h1", "e1");
        HandDrivenTime time = new HandDrivenTime();
        double last = 0;
        try (Controller controller = Controller.start(Trial.settings(), time)) {
            idle(controller, 1);
            for (int second = 2; second < 9; second++) {
                FlowRequests claim = requests("liar", 2L * second, pair("h1", "h3", 1_000_000));
                controller.reports().take(claim, Optional.empty(), controller.view());
                Trial.soon(() -> controller.view().committed(up) > 0);
                last = controller.view().committed(up);
                if (second == 2) {
                    assertThat(last).as("the first time").isEqualTo(1e6);
                }
                time.pass(Duration.ofMillis(500));
                controller.reports().take(requests("liar", 2L * second + 1), Optional.empty(), controller.view());
                time.pass(Duration.ofMillis(500));
                idle(controller, second);
            }
        }
        assertThat(last).as("after six lies").isLessThan(1e6 / 100);
    }

    /** h1 reports that it has neither sent nor received anything. */
    private static void idle(Controller controller, long sequence) throws Exception {
        long before = controller.view().version();
        controller
                .reports()
                .take(
                        new Heartbeat(
                                "",
                                "h1",
                                1,
                                sequence,
                                sequence * 1_000_000_000L,
                                1000,
                                List.of(new Heartbeat.Nic("eth0", 1000, 1000)),
                                List.of(),
                                1),
                        Optional.empty());
        assertThat(Trial.soon(() -> controller.view().version() > before)).isTrue();
    }

    @Test
    void aFlowNeedsHostsBytesAndARateAlone() throws Exception {
        String message = """
                {"application": "app-1", "boot": 1, "sequence": %d, "monotonic_nanos": %d, "valid_millis": 1000, "residual_tasks": 0,
                 "flows": [{"from": "h1", "to": "h3", "bytes": 8, "max_bytes_per_second": 4%s}]}""";
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            assertThat(Trial.post(controller, "/v1/flow-requests", bytes(message, 1, ""))
                            .body())
                    .contains("\"accepted\":1");
            HttpResponse<String> odd =
                    Trial.post(controller, "/v1/flow-requests", bytes(message, 2, ", \"traffic_class\": \"games\""));
            assertThat(odd.statusCode()).isEqualTo(400);
            assertThat(odd.body()).contains("no traffic class 'games'; accepted: replication, block-read, shuffle");
        }
    }

    private static byte[] bytes(String message, int sequence, String more) {
        return message.formatted(sequence, sequence, more).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void boundsAndOrderAreKept() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            List<FlowRequests.Flow> many = new ArrayList<>();
            while (many.size() < FlowRequests.MOST_FLOWS) {
                many.add(pair("h1", "h2", 1));
            }
            String body = new String(
                    Encoding.JSON.write(FlowRequests.of("", "app-1", 1, 1, 1, 1000, 0, many)), StandardCharsets.UTF_8);
            assertThat(body.length()).isLessThan(FlowRequests.LARGEST_BYTES);
            String more = body.replaceFirst(
                    "\\{\"id\"", "{\"from\":\"h1\",\"to\":\"h2\",\"bytes\":0,\"max_bytes_per_second\":0},{\"id\"");
            refused(Trial.post(controller, "/v1/flow-requests", more.getBytes(StandardCharsets.UTF_8)), 400, "garbage");
            refused(Trial.post(controller, "/v1/flow-requests", new byte[2 << 20]), 413, "oversized");
            refused(Trial.get(controller, "/v1/flow-requests"), 405, "method");

            assertThat(post(controller, requests("app-1", 2, pair("nowhere", "h1", 1), pair("h1", "e1", 1)))
                            .body())
                    .contains("\"accepted\":0");
            assertThat(controller.counts().oddities(ReportAnomaly.UNKNOWN_HOST)).isEqualTo(2);
            refused(post(controller, requests("app-1", 2)), 409, "replayed");
            refused(
                    post(controller, FlowRequests.of("elsewhere", "app-1", 1, 3, 3, 1000, 0, List.of())),
                    403,
                    "foreign");
            for (int i = 2; i <= 256; i++) {
                controller.reports().take(requests("app-" + i, 1), Optional.empty(), controller.view());
            }
            refused(post(controller, requests("app-257", 1)), 503, "busy");
            assertThat(post(controller, requests("app-1", 3)).statusCode()).isEqualTo(200);
        }
    }
}
