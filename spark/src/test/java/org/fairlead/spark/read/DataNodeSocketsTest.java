// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.net.StandardSocketFactory;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On loopback, with a server that answers no more once its queue is full. */
@Timeout(60)
class DataNodeSocketsTest {
    private final SocketFactory factory = new StandardSocketFactory();
    private final DataNodeSockets sockets = new DataNodeSockets(factory, TimeSource.SYSTEM);
    private final List<Socket> queued = new ArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void startServer() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stopServer() throws IOException {
        for (Socket socket : queued) {
            socket.close();
        }
        server.close();
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    private void fillQueue() throws IOException {
        for (int i = 0; i < 10; i++) {
            Socket socket = new Socket();
            queued.add(socket);
            try {
                socket.connect(address(), 200);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
        throw new IllegalStateException("the server still answers");
    }

    @Test
    void connectsLikeAnyClient() throws IOException {
        try (Socket socket = sockets.connect(address(), 60_000, () -> false)) {
            assertThat(socket.isConnected()).isTrue();
            assertThat(socket.getPort()).isEqualTo(server.getLocalPort());
        }
    }

    @Test
    void stopsWhenTheTaskWasKilled() throws IOException {
        fillQueue();
        AtomicInteger asked = new AtomicInteger();

        assertThatThrownBy(() -> sockets.connect(address(), 60_000, () -> asked.incrementAndGet() == 2))
                .isInstanceOf(ConnectTimeoutException.class);

        assertThat(asked).hasValue(2);
    }

    @Test
    void stopsAtItsTimeOut() throws IOException {
        fillQueue();

        assertThatThrownBy(() -> sockets.connect(address(), 1500, () -> false))
                .isInstanceOf(ConnectTimeoutException.class);
    }

    @Test
    void waitsForAHostThatAnswersLate() throws IOException {
        fillQueue();
        AtomicInteger asked = new AtomicInteger();

        try (Socket socket = sockets.connect(address(), 60_000, () -> {
            if (asked.incrementAndGet() == 1) {
                answerAgain();
            }
            return false;
        })) {
            assertThat(socket.isConnected()).isTrue();
        }
        assertThat(asked).hasPositiveValue();
    }

    private void answerAgain() {
        try {
            server.setSoTimeout(100);
            while (true) {
                queued.add(server.accept());
            }
        } catch (SocketTimeoutException e) {
            // the queue is empty
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void saysAtOnceThatNobodyListens() throws IOException {
        InetSocketAddress address = address();
        server.close();

        assertThatThrownBy(() -> sockets.connect(address, 60_000, () -> false)).isInstanceOf(IOException.class);
    }
}
