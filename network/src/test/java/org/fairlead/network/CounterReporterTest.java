// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

class CounterReporterTest {
    private final BlockingQueue<SwitchCounters> taken = new LinkedBlockingQueue<>();

    private HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.createContext("/v1/switch-counters", exchange -> {
            taken.add(Encoding.CBOR.read(exchange.getRequestBody().readAllBytes(), SwitchCounters.class));
            byte[] answer = Encoding.CBOR.write(Reply.of("c", 1, 1, true));
            exchange.getResponseHeaders().add("Content-Type", Encoding.CBOR.contentType());
            exchange.sendResponseHeaders(200, answer.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(answer);
            }
        });
        server.start();
        return server;
    }

    private static CounterReporter start(HttpServer server, LinkCounting links) {
        return CounterReporter.start(
                links,
                "openflow",
                List.of(new Endpoint("127.0.0.1", server.getAddress().getPort())),
                Credentials.NONE,
                Duration.ofMillis(10),
                TimeSource.SYSTEM);
    }

    @Test
    void whatLinksHaveCarriedIsReportedAgainAndAgain() throws Exception {
        HttpServer server = server();
        AtomicLong bytes = new AtomicLong();
        LinkCounting links = () -> List.of(new SwitchCounters.LinkBytes("e1->c1", bytes.addAndGet(10), true));
        try (CounterReporter reporter = start(server, links)) {
            SwitchCounters first = taken.poll(10, TimeUnit.SECONDS);
            SwitchCounters second = taken.poll(10, TimeUnit.SECONDS);

            assertThat(first.exporter()).isEqualTo("openflow");
            assertThat(first.links()).containsExactly(new SwitchCounters.LinkBytes("e1->c1", 10, true));
            assertThat(second.boot()).isEqualTo(first.boot());
            assertThat(second.sequence()).isGreaterThan(first.sequence());
            assertThat(second.monotonicNanos()).isGreaterThan(first.monotonicNanos());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aStrayInterruptDelaysAReportAndEndsNone() throws Exception {
        HttpServer server = server();
        List<Boolean> isInterrupted = new CopyOnWriteArrayList<>();
        LinkCounting links = () -> {
            isInterrupted.add(Thread.currentThread().isInterrupted());
            if (isInterrupted.size() == 1) {
                Thread.currentThread().interrupt(); // found by the report that follows
            }
            return List.of(new SwitchCounters.LinkBytes("e1->c1", 10));
        };
        try (CounterReporter reporter = start(server, links)) {
            SwitchCounters later = taken.poll(10, TimeUnit.SECONDS);
            while (later != null && later.sequence() == 1) { // it may have got there before it was given up
                later = taken.poll(10, TimeUnit.SECONDS);
            }

            assertThat(later).isNotNull();
            assertThat(isInterrupted).hasSizeGreaterThan(1).doesNotContain(true);
        } finally {
            server.stop(0);
        }
    }
}
