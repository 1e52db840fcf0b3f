// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What two readers could understand differently is understood by nobody here (RFC 9112). */
final class RequestSmugglingTest {
    private static final String HOST = "Host: localhost\r\n";
    private static final String POST =
            "POST /v1/enforcement HTTP/1.1\r\n" + HOST + "Content-Type: application/json\r\n";
    private static final String BODY = "{\"enabled\":true}";
    private static Controller controller;

    @BeforeAll
    static void start() throws IOException {
        controller = Controller.start(Trial.settings(), TimeSource.SYSTEM);
    }

    @AfterAll
    static void end() {
        controller.close();
    }

    static Stream<Arguments> bad() {
        return Stream.of(
                Arguments.of("no Host", "GET /healthz HTTP/1.1\r\n\r\n"),
                Arguments.of("two Hosts", "GET /healthz HTTP/1.1\r\n" + HOST + HOST + "\r\n"),
                Arguments.of("a list of Hosts", "GET /healthz HTTP/1.1\r\nHost: a,b\r\n\r\n"),
                Arguments.of("a Host with a path", "GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n"),
                Arguments.of("a bare CR in a value", "GET /healthz HTTP/1.1\r\n" + HOST + "X: a\rb\r\n\r\n"),
                Arguments.of("a bare LF after the first line", "GET /healthz HTTP/1.1\n" + HOST + "\r\n"),
                Arguments.of("a bare LF within", "GET /healthz HTTP/1.1\r\n" + HOST + "X: a\nY: b\r\n\r\n"),
                Arguments.of("NUL in a value", "GET /healthz HTTP/1.1\r\n" + HOST + "X: a\0b\r\n\r\n"),
                Arguments.of("NUL in the target", "GET /heal\0thz HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("a continued line", "GET /healthz HTTP/1.1\r\n" + HOST + "X: a\r\n b\r\n\r\n"),
                Arguments.of("a continued first header", "GET /healthz HTTP/1.1\r\n " + HOST + "\r\n"),
                Arguments.of("a space before a colon", "GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n"),
                Arguments.of("no name", "GET /healthz HTTP/1.1\r\n" + HOST + ": x\r\n\r\n"),
                Arguments.of("no colon", "GET /healthz HTTP/1.1\r\n" + HOST + "x\r\n\r\n"),
                Arguments.of("no version", "GET /healthz\r\n" + HOST + "\r\n"),
                Arguments.of("a version in small letters", "GET /healthz http/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("a version of two digits", "GET /healthz HTTP/1.10\r\n" + HOST + "\r\n"),
                Arguments.of("a version with a sign", "GET /healthz HTTP/+1.1\r\n" + HOST + "\r\n"),
                Arguments.of("two spaces", "GET  /healthz HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("a tab for a space", "GET\t/healthz HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("a fragment", "GET /healthz#x HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("a target that is no path", "GET healthz HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("a method that is no token", "G(T /healthz HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("both lengths", POST + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("two lengths that differ", POST + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345"),
                Arguments.of("two lengths that agree", POST + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n12345"),
                Arguments.of("a list of lengths", POST + "Content-Length: 5, 5\r\n\r\n12345"),
                Arguments.of("a length with a sign", POST + "Content-Length: +5\r\n\r\n12345"),
                Arguments.of("a negative length", POST + "Content-Length: -5\r\n\r\n12345"),
                Arguments.of("a length in hexadecimal", POST + "Content-Length: 0x5\r\n\r\n12345"),
                Arguments.of("an empty length", POST + "Content-Length: \r\n\r\n"),
                Arguments.of("chunked twice", POST + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of(
                        "chunked in two headers", POST + "Transfer-Encoding: chunked\r\n".repeat(2) + "\r\n0\r\n\r\n"),
                Arguments.of("another encoding", POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("an encoding alike", POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("identity", POST + "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\n12345"),
                Arguments.of(
                        "chunks in HTTP/1.0",
                        POST.replace("1.1", "1.0") + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("a chunk of no size", POST + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n"),
                Arguments.of(
                        "a chunk of negative size", POST + "Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n"),
                Arguments.of(
                        "a chunk's size with LF alone", POST + "Transfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n"),
                Arguments.of(
                        "a chunk longer than its size",
                        POST + "Transfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n0\r\n\r\n"),
                Arguments.of("nothing but empty lines", "\r\n".repeat(20)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bad")
    void isRefusedAndTheConnectionEnds(String what, String request) throws Exception {
        try (Peer peer = Peer.plain(controller.address().getPort())) {
            // What follows must never be taken for a request of its own.
            peer.send(request + "GET /v1/topology HTTP/1.1\r\n" + HOST + "\r\n");
            String rest = peer.rest();
            assertThat(rest).as(what).startsWith("HTTP/1.1 400").containsIgnoringCase("connection: close");
            assertThat(rest.split("HTTP/1.1 [0-9]", -1)).as("one answer").hasSize(2);
        }
    }

    static Stream<Arguments> good() {
        return Stream.of(
                Arguments.of("200", "GET /healthz HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("200", "\r\n\r\nGET /healthz HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("200", "GET http://localhost:1/healthz HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("200", "GET http://localhost/v1/view?after=0 HTTP/1.1\r\nHost: other.example\r\n\r\n"),
                Arguments.of("403", "GET http://evil.example/v1/view HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("200", "GET /healthz HTTP/1.0\r\n\r\n"),
                Arguments.of("200", "GET /healthz HTTP/1.0\r\n" + HOST + "Expect: anything\r\n\r\n"),
                Arguments.of("505", "GET /healthz HTTP/2.0\r\n" + HOST + "\r\n"),
                Arguments.of("417", "GET /healthz HTTP/1.1\r\n" + HOST + "Expect: a miracle\r\n\r\n"),
                Arguments.of("414", "GET /" + "x".repeat(9000) + " HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("413", "GET /healthz HTTP/1.1\r\n" + HOST + "X: y\r\n".repeat(70) + "\r\n"),
                Arguments.of("404", "GET /%2e%2e/etc HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("405", "OPTIONS /v1/view HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of(
                        "200", POST + "Transfer-Encoding: Chunked\r\n\r\n10;a=b\r\n" + BODY + "\r\n0\r\nX: y\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0} for {1}")
    @MethodSource("good")
    void isUnderstood(String status, String request) throws Exception {
        try (Peer peer = Peer.plain(controller.address().getPort())) {
            peer.send(request);
            assertThat(peer.answer())
                    .startsWith("HTTP/1.1 " + status)
                    .containsPattern("(?i)date: [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT");
        }
    }

    @Test
    void anotherMethodIsToldWhichOnesThereAre() throws Exception {
        try (Peer peer = Peer.plain(controller.address().getPort())) {
            assertThat(peer.ask("DELETE /v1/decisions HTTP/1.1\r\n" + HOST + "\r\n", new byte[0]))
                    .startsWith("HTTP/1.1 405")
                    .contains("Allow: GET, POST, HEAD");
            assertThat(peer.get("/healthz")).as("the connection goes on").startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void headIsGetWithoutItsBody() throws Exception {
        try (Peer peer = Peer.plain(controller.address().getPort())) {
            peer.send("HEAD /page.css HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            String answer = peer.rest();
            assertThat(answer).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n").doesNotContain("content-length: 0");
        }
    }

    @Test
    void theBodyIsAskedForOnlyWhenWhoAsksMaySendIt() throws Exception {
        try (Peer peer = Peer.plain(controller.address().getPort())) {
            peer.send(POST + "Expect: 100-continue\r\nContent-Length: " + BODY.length()
                    + "\r\nConnection: close\r\n\r\n");
            Thread.sleep(50);
            peer.send(BODY);
            assertThat(peer.rest()).startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200");
        }
        try (Peer peer = Peer.plain(controller.address().getPort())) {
            peer.send(POST.replace("localhost", "evil.example") + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertThat(peer.rest()).startsWith("HTTP/1.1 403").doesNotContain("100 Continue");
        }
    }

    @Test
    void requestsInARowAreAnsweredInTurn() throws Exception {
        try (Peer peer = Peer.plain(controller.address().getPort())) {
            peer.send(("GET /healthz HTTP/1.1\r\n" + HOST + "\r\n").repeat(300));
            for (int i = 0; i < 300; i++) {
                assertThat(peer.answer()).startsWith("HTTP/1.1 200");
            }
        }
    }
}
