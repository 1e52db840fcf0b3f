// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What a stranger does to a controller on loopback. */
interface Attack {
    int connections();

    void run(InetAddress address, int port) throws IOException, InterruptedException;

    /** How long reports take without an attack. */
    record Nothing() implements Attack {
        @Override
        public int connections() {
            return 0;
        }

        @Override
        public void run(InetAddress address, int port) throws InterruptedException {
            TimeUnit.SECONDS.sleep(3);
        }
    }

    /** All at once send four MiB each, and no token. */
    record LargeBodies(int connections, int times) implements Attack {
        @Override
        public void run(InetAddress address, int port) throws IOException, InterruptedException {
            byte[] part = new byte[64 << 10];
            for (int i = 0; i < times; i++) {
                together(connections, address, port, (socket, number) -> {
                    send(socket, head("/v1/switch-counters", "", 4 << 20));
                    for (int sent = 0; sent < 4 << 20; sent += part.length) {
                        socket.getOutputStream().write(part);
                    }
                });
            }
        }
    }

    /** With a token: announce four MiB each and send next to nothing of it. */
    record SlowBodies(int connections, String token) implements Attack {
        @Override
        public void run(InetAddress address, int port) throws IOException, InterruptedException {
            held(
                    connections,
                    address,
                    port,
                    12,
                    (socket, number) -> send(socket, head("/v1/switch-counters", token, 4 << 20) + "x"));
        }
    }

    /** With a token: ask for the topology over and over, and read nothing. */
    record SlowReaders(int connections, String token) implements Attack {
        @Override
        public void run(InetAddress address, int port) throws IOException, InterruptedException {
            String asked = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n";
            held(connections, address, port, 8, (socket, number) -> {
                socket.setSoTimeout(1);
                send(socket, asked.repeat(100));
            });
        }
    }

    /** All at once begin a head, and go on with it a byte a second. */
    record Crowd(int connections) implements Attack {
        @Override
        public void run(InetAddress address, int port) throws IOException, InterruptedException {
            held(
                    connections,
                    address,
                    port,
                    8,
                    (socket, number) -> send(socket, "POST /v1/heartbeat HTTP/1.1\r\nX-Slow: "));
        }
    }

    /** Begin a TLS handshake and say nothing more. */
    record HalfOpenHandshakes(int connections) implements Attack {
        @Override
        public void run(InetAddress address, int port) throws IOException, InterruptedException {
            byte[] hello = Hello.bytes();
            held(connections, address, port, 8, (socket, number) -> socket.getOutputStream()
                    .write(hello));
        }
    }

    /** One connection after the other, from eight threads, each another trick. */
    record OneAfterAnother(int connections) implements Attack {
        private static final List<String> TRICKS = List.of(
                "",
                "GET",
                "\0\0\0\0",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
                head("/v1/heartbeat", "", 1000) + "x".repeat(1000),
                head("/v1/heartbeat", "wrong-0123456789abcdef", 0),
                "GET /v1/view?wait=60&after=999999999 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "GET / HTTP/1.1\r\nx: " + "y".repeat(20_000));

        @Override
        public void run(InetAddress address, int port) throws InterruptedException {
            AtomicInteger next = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Thread thread = new Thread(() -> {
                    for (int n = next.getAndIncrement(); n < connections; n = next.getAndIncrement()) {
                        try (Socket socket = new Socket(address, port)) {
                            socket.setSoLinger(true, 0); // a reset leaves no port of ours waiting
                            send(socket, TRICKS.get(n % TRICKS.size()));
                        } catch (IOException e) {
                            // refused: that is what it may do
                        }
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** What is done on each connection. */
    interface Step {
        void run(Socket socket, int number) throws IOException;
    }

    private static String head(String path, String token, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n") + "Content-Length: " + length
                + "\r\n\r\n";
    }

    private static void send(Socket socket, String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** On as many threads as connections. */
    private static void together(int count, InetAddress address, int port, Step step) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try (Socket socket = new Socket(address, port)) {
                    step.run(socket, number);
                } catch (IOException e) {
                    // refused: that is what it may do
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Opens all, and sends a byte a second on each for some seconds. */
    private static void held(int count, InetAddress address, int port, int seconds, Step step)
            throws IOException, InterruptedException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                Socket socket = new Socket(address, port);
                sockets.add(socket);
                attempt(socket, i, step);
            }
            for (int second = 0; second < seconds; second++) {
                TimeUnit.SECONDS.sleep(1);
                for (Socket socket : sockets) {
                    attempt(socket, second, (open, number) -> send(open, "y"));
                }
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static void attempt(Socket socket, int number, Step step) {
        try {
            step.run(socket, number);
        } catch (IOException e) {
            // closed by the controller: that is what it may do
        }
    }
}
