// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

/** Whatever is thrown while a request is handled, and whatever ends a thread, the next request is answered. */
final class HttpFrontTest {
    private static final byte[] WORD = "answered".getBytes(StandardCharsets.US_ASCII);

    /** Throws an Error where the path says so. */
    private static final class Throwing implements HttpService {
        @Override
        public Optional<Identity> admit(HttpQuestion head) {
            strike(head.path(), "/admit");
            return Optional.of(Identity.ANYBODY);
        }

        @Override
        public int largestBody(String path) {
            return 100;
        }

        @Override
        public boolean isShort(String path) {
            return !path.startsWith("/others");
        }

        @Override
        public void answer(HttpQuestion question, Responder asker) {
            strike(question.path(), "/answer");
            strike(question.path(), "/others");
            asker.answer(new HttpAnswer(200, "text/plain", WORD, Map.of()));
        }

        @Override
        public HttpAnswer refusal(RefusedException refused, HttpQuestion head) {
            return new HttpAnswer(refused.reason().status(), "text/plain", WORD, Map.of());
        }

        private static void strike(String path, String where) {
            if (path.equals(where)) {
                throw new OutOfMemoryError("planted by the test");
            }
        }
    }

    private final HandDrivenTime time = new HandDrivenTime();

    private HttpFront start() throws IOException {
        return HttpFront.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty(), new Throwing(), time);
    }

    private static String ask(HttpFront front, String path) throws IOException {
        try (Socket socket = connect(front)) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static long stumbles() {
        return LastingThread.restarts().getOrDefault("fairlead-http", 0L)
                + LastingThread.restarts().getOrDefault("fairlead-http-others", 0L);
    }

    @Test
    void anErrorEndsItsConnectionAlone() throws Exception {
        try (HttpFront front = start()) {
            long before = stumbles();
            for (String path : new String[] {"/admit", "/answer", "/others"}) {
                assertThat(ask(front, path)).as(path).isEmpty();
                assertThat(ask(front, "/")).as("after " + path).startsWith("HTTP/1.1 200");
            }
            assertThat(stumbles() - before).isEqualTo(3);
        }
    }

    @Test
    void aStrangerThatSaysNothingIsSentAwayAfterTenSecondsAndOneWithinAHeadAfterFive() throws Exception {
        try (HttpFront front = start();
                Socket silent = connect(front);
                Socket slow = connect(front)) {
            slow.getOutputStream().write('G');
            for (int i = 0; i < 2; i++) { // with the second answer all is read that came before the first
                assertThat(ask(front, "/")).startsWith("HTTP/1.1 200");
            }

            time.pass(Duration.ofSeconds(6));
            assertThat(slow.getInputStream().read()).isEqualTo(-1);
            assertThat(front.figures().expired()).isEqualTo(1);

            time.pass(Duration.ofSeconds(5));
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
    }

    private static Socket connect(HttpFront front) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), front.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    @Test
    void whenTheThreadThatReadsEndsAnotherTakesItsPlace() throws Exception {
        try (HttpFront front = start()) {
            assertThat(ask(front, "/")).startsWith("HTTP/1.1 200");
            front.loop().shutdownGracefully(0, 0, TimeUnit.MILLISECONDS).awaitUninterruptibly();
            long end = System.nanoTime() + 20_000_000_000L;
            String answer = "";
            while (answer.isEmpty() && System.nanoTime() < end) {
                try {
                    answer = ask(front, "/");
                } catch (IOException e) {
                    Thread.sleep(50);
                }
            }
            assertThat(answer).startsWith("HTTP/1.1 200");
            while (!front.figures().serving() && System.nanoTime() < end) {
                Thread.sleep(50); // the watch says so after its next look
            }
            assertThat(front.figures().serving()).isTrue();
        }
    }
}
