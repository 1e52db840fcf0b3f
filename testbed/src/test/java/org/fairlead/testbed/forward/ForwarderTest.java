// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.forward;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.fairlead.testbed.network.Hosts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real connections over a real Unix socket; the emulated host is this machine. */
class ForwarderTest {
    private static final String TOKEN = "a-token-of-the-testbed";

    @TempDir
    private Path directory;

    private final List<String> asked = new ArrayList<>();
    private HttpServer server;
    private ForwarderInside passage;
    private Forwarder forwarder;

    /** This machine under every name. */
    private static final class ThisMachine implements Hosts {
        @Override
        public String address(String host) {
            return "127.0.0.1";
        }

        @Override
        public String namespace(String host) {
            return host;
        }

        @Override
        public List<String> commandOn(String host, List<String> command) {
            return command;
        }

        @Override
        public <T> T callOn(String host, Callable<T> work) throws Exception {
            return work.call();
        }
    }

    @BeforeEach
    void givenAPageThatIsOpenOneThatNeedsATokenAndOneThatIsAbsent() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + exchange.getRequestHeaders().getFirst("Host"));
            byte[] body = "hello".repeat(20_000).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        int port = server.getAddress().getPort();
        List<Page> pages = List.of(
                new Page("open", "h1", "127.0.0.1", port, false, "gone"),
                new Page("guarded", "nn", "127.0.0.1", port, true, "gone"),
                new Page("absent", "h2", "127.0.0.2", 1, false, "nothing runs; start it"));
        passage = ForwarderInside.serve(directory, new ThisMachine(), pages);
        forwarder = Forwarder.start(directory, pages, Optional.of(TOKEN));
    }

    @AfterEach
    void endAll() throws IOException {
        forwarder.close();
        passage.close();
        server.stop(0);
    }

    private String url(String page) {
        return forwarder.urls().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(page))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    private String raw(String page, String request) throws IOException {
        URI uri = URI.create(url(page));
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.setSoTimeout(10_000);
            try (InputStream in = socket.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    @Test
    void anOpenPageIsPassedThroughWhole() throws IOException {
        String answer = raw("open", "GET /jobs?x=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200").endsWith("hello").hasSizeGreaterThan(100_000);
        assertThat(asked).containsExactly("GET /jobs?x=1 null 127.0.0.1");
    }

    @Test
    void aGuardedPageIsShownTheTestbedsTokenInPlaceOfTheBrowsers() throws IOException {
        String answer = raw("guarded", "GET / HTTP/1.1\r\nHost: localhost:99\r\nAuthorization: Bearer mine\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200");
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0)).startsWith("GET / Bearer " + TOKEN + " nn:");
    }

    @Test
    void theTokenIsUsedForReadingAloneAndForNobodyElsesPage() throws IOException {
        assertThat(raw("guarded", "POST /v1/enforcement HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("guarded", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("guarded", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(asked).isEmpty();
    }

    @Test
    void anAbsentPageSaysWhatToDo() throws IOException {
        assertThat(raw("absent", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 503")
                .endsWith("nothing runs; start it\n");
    }

    @Test
    void itEndsWithTheTestbed() throws Exception {
        FutureTask<Void> end = new FutureTask<>(() -> {
            forwarder.awaitEnd();
            return null;
        });
        new Thread(end).start();

        passage.close();

        end.get(10, TimeUnit.SECONDS);
    }
}
