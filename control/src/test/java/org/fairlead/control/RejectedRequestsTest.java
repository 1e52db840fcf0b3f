// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with a request: one 4xx, one error, one count, and nobody else notices. */
final class RejectedRequestsTest {
    private static final String TOKEN = "0123456789abcdef0123";

    private static void refused(HttpResponse<String> response, int status, String reason) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains("\"reason\":\"" + reason + "\"").contains("\"error\":");
    }

    private static byte[] json(Heartbeat heartbeat) {
        return Encoding.JSON.write(heartbeat);
    }

    @Test
    void garbageIsRefusedWithWhatIsWrong() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            refused(Trial.post(controller, "/v1/heartbeat", "{".getBytes(StandardCharsets.UTF_8)), 400, "garbage");
            refused(Trial.post(controller, "/v1/heartbeat", new byte[] {1, 2, 3}), 400, "garbage");
            refused(Trial.post(controller, "/v1/heartbeat", new byte[0]), 400, "garbage");
            String noHost = new String(json(Trial.heartbeat("h1", 1, 1, 1)), StandardCharsets.UTF_8)
                    .replace("\"host\":\"h1\",", "");
            HttpResponse<String> answer =
                    Trial.post(controller, "/v1/heartbeat", noHost.getBytes(StandardCharsets.UTF_8));
            refused(answer, 400, "garbage");
            assertThat(answer.body()).contains("host: a name is missing");
            String negative = new String(json(Trial.heartbeat("h1", 1, 1, 1)), StandardCharsets.UTF_8)
                    .replace("\"received_bytes\":100000", "\"received_bytes\":-5");
            assertThat(Trial.post(controller, "/v1/heartbeat", negative.getBytes(StandardCharsets.UTF_8))
                            .body())
                    .contains("nics.received_bytes: -5 is negative");
            refused(Trial.get(controller, "/v1/view?after=x"), 400, "garbage");
            refused(Trial.get(controller, "/v1/view?wait=1e9"), 400, "garbage");
            refused(Trial.get(controller, "/v1/heartbeat"), 405, "method");
            refused(Trial.get(controller, "/nothing"), 404, "no_such_path");
            byte[] good = json(Trial.heartbeat("h1", 1, 1, 1));
            refused(Trial.post(controller, "/v1/heartbeat", good, "Content-Type", "text/plain"), 415, "media_type");
            assertThat(Trial.post(controller, "/v1/heartbeat", good).statusCode())
                    .isEqualTo(200);
            assertThat(Trial.get(controller, "/metrics").body())
                    .contains("fairlead_refused_total{reason=\"garbage\"} 7")
                    .contains("fairlead_heartbeats_total 1");
        }
    }

    @Test
    void aRefusalThatQuotesControlCharactersAtLengthIsAnswered() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            HttpResponse<String> answer = Trial.get(controller, "/v1/paths?host=h1&classes=a%0A" + "b".repeat(3000));

            refused(answer, 400, "garbage");
            assertThat(answer.body()).contains("no traffic class 'a bbb").contains("bbb…\"");
        }
    }

    @Test
    void whatIsLoggedOfARefusalIsOneShortLine() {
        assertThat(RejectedRequests.logged("classes: 'a\r\n2026 WARN forged\u202e' is no class"))
                .isEqualTo("classes: 'a 2026 WARN forged ' is no class");
        assertThat(RejectedRequests.logged("x".repeat(8000))).hasSize(300).endsWith("x…");
    }

    @Test
    void oversizedIsRefusedBeforeItIsRead() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            refused(Trial.post(controller, "/v1/heartbeat", new byte[300 << 10]), 413, "oversized");
            HttpRequest chunked = HttpRequest.newBuilder(Trial.uri(controller, "/v1/heartbeat"))
                    .header("Content-Type", Trial.JSON)
                    .POST(HttpRequest.BodyPublishers.ofInputStream(() -> InputStream.nullInputStream()))
                    .build();
            assertThat(Trial.HTTP
                            .send(chunked, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(400);
            String endless = "POST /v1/heartbeat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n" + ("10000\r\n" + "x".repeat(0x10000) + "\r\n").repeat(5);
            assertThat(raw(controller, endless))
                    .startsWith("HTTP/1.1 413")
                    .containsIgnoringCase("\r\nConnection: close\r\n");
            assertThat(raw(controller, "GET / HTTP/1.1\r\nx: " + "y".repeat(20_000)))
                    .startsWith("HTTP/1.1 413");
            assertThat(raw(controller, "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"))
                    .startsWith("HTTP/1.1 400");
            assertThat(raw(controller, "hello\r\n\r\n")).startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void chunksAreTakenHoweverTheyAreCut() throws Exception {
        String body = new String(json(Trial.heartbeat("h1", 1, 1, 1)), StandardCharsets.UTF_8);
        List<String> head = List.of(
                "POST /v1/heartbeat HTTP/1.1",
                "Host: localhost",
                "Content-Type: application/json",
                "Transfer-Encoding: chunked",
                "Connection: close",
                "",
                "");
        StringBuilder request = new StringBuilder(String.join("\r\n", head));
        for (int i = 0; i < body.length(); i += 7) {
            String part = body.substring(i, Math.min(body.length(), i + 7));
            request.append(Integer.toHexString(part.length()))
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            assertThat(raw(controller, request + "0\r\n\r\n")).startsWith("HTTP/1.1 200");
        }
    }

    /** Byte by byte at first, so that every cut occurs. */
    private static String raw(Controller controller, String request) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), controller.address().getPort())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(5000);
            byte[] bytes = request.getBytes(StandardCharsets.ISO_8859_1);
            int slowly = Math.min(300, bytes.length);
            for (int i = 0; i < slowly; i++) {
                socket.getOutputStream().write(bytes[i]);
            }
            socket.getOutputStream().write(bytes, slowly, bytes.length - slowly);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void forgedForeignAndReplayedReportsAreRefused() throws Exception {
        ControllerSettings settings = Trial.settings()
                .trustAddresses(false)
                .addresses(host -> List.of(
                        host.equals("h1")
                                ? InetAddress.getLoopbackAddress()
                                : InetAddress.getByAddress(new byte[] {10, 0, 0, 2})));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            assertThat(Trial.soon(() -> taken(controller, Trial.heartbeat("h1", 5, 5, 5))))
                    .isTrue();
            Thread.sleep(50);
            Trial.post(controller, "/v1/heartbeat", json(Trial.heartbeat("h2", 5, 5, 5)));
            Thread.sleep(50);
            refused(Trial.post(controller, "/v1/heartbeat", json(Trial.heartbeat("h2", 5, 5, 5))), 403, "forged");
            refused(Trial.post(controller, "/v1/heartbeat", json(Trial.heartbeat("h99", 5, 5, 5))), 404, "unknown");
            refused(Trial.post(controller, "/v1/heartbeat", json(Trial.heartbeat("h1", 5, 5, 6))), 409, "replayed");
            refused(Trial.post(controller, "/v1/heartbeat", json(Trial.heartbeat("h1", 4, 9, 9))), 409, "replayed");
            refused(Trial.post(controller, "/v1/heartbeat", json(Trial.heartbeat("h1", 5, 6, 5))), 400, "garbage");
            Heartbeat own = Trial.heartbeat("h1", 5, 7, 7);
            Heartbeat foreign =
                    new Heartbeat("elsewhere", "h1", 5, 8, own.monotonicNanos(), 1000, own.nics(), own.disks(), 0);
            refused(Trial.post(controller, "/v1/heartbeat", json(foreign)), 403, "foreign");
            assertThat(taken(controller, own)).isTrue();
        }
    }

    private static boolean taken(Controller controller, Heartbeat heartbeat) {
        try {
            return Trial.post(controller, "/v1/heartbeat", json(heartbeat)).statusCode() == 200;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void tokensTellWhoMayDoWhat(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("tokens");
        Files.write(
                file, List.of("any " + TOKEN, "application:a app-0123456789abcdef", "agent:h1 own-0123456789abcdef"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        try (Controller controller = Controller.start(Trial.settings().tokenFile(file), TimeSource.SYSTEM)) {
            byte[] first = json(Trial.heartbeat("h1", 1, 1, 1));
            refused(Trial.post(controller, "/v1/heartbeat", first), 401, "unauthorized");
            refused(bearer(controller, first, "wrong-0123456789abcdef"), 401, "unauthorized");
            refused(bearer(controller, first, "app-0123456789abcdef"), 403, "forbidden");
            refused(bearer(controller, json(Trial.heartbeat("h2", 1, 1, 1)), "own-0123456789abcdef"), 403, "forged");
            assertThat(bearer(controller, first, "own-0123456789abcdef").statusCode())
                    .isEqualTo(200);
            assertThat(bearer(controller, json(Trial.heartbeat("h2", 1, 1, 1)), TOKEN)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Trial.get(controller, "/v1/view").statusCode())
                    .as("open on loopback")
                    .isEqualTo(200);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> Controller.start(Trial.settings().tokenFile(file), TimeSource.SYSTEM))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("chmod 600");
    }

    private static HttpResponse<String> bearer(Controller controller, byte[] body, String token) throws Exception {
        return Trial.post(
                controller, "/v1/heartbeat", body, "Content-Type", Trial.JSON, "Authorization", "Bearer " + token);
    }

    @Test
    void nothingButLoopbackIsBoundWithoutATokenOrTls() {
        ControllerSettings open = Trial.settings().bind(new InetSocketAddress(0));
        assertThatThrownBy(() -> Controller.start(open, TimeSource.SYSTEM))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("token file or TLS is needed");
    }

    @Test
    void aPageOfAnotherSiteReachesNothing() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            assertThat(raw(controller, "GET /v1/view HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void dawdlersHoldUpNobodyAndAreClosed() throws Exception {
        List<Socket> dawdlers = new ArrayList<>();
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            for (int i = 0; i < 300; i++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), controller.address().getPort());
                socket.getOutputStream()
                        .write("POST /v1/heartbeat HTTP/1.1\r\nContent-Le".getBytes(StandardCharsets.US_ASCII));
                dawdlers.add(socket);
            }
            long start = System.nanoTime();
            assertThat(taken(controller, Trial.heartbeat("h1", 1, 1, 1))).isTrue();
            assertThat(System.nanoTime() - start).isLessThan(1_000_000_000L);
            dawdlers.get(0).setSoTimeout(8000);
            assertThat(dawdlers.get(0).getInputStream().read()).isEqualTo(-1);
        } finally {
            for (Socket socket : dawdlers) {
                socket.close();
            }
        }
    }
}
