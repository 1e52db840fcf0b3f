// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SocketLoopTest {
    private final List<String> broken = new CopyOnWriteArrayList<>();
    private final CountDownLatch accepted = new CountDownLatch(1);

    /** Accepts a connection when it is asked for the second time. */
    private final class SecondTime implements SocketLoop.Handler {
        private boolean asked;

        @Override
        public void ready(SelectionKey key) throws IOException {
            if (!asked) {
                asked = true;
                throw new IOException("too many open files");
            }
            ((ServerSocketChannel) key.channel()).accept().close();
            accepted.countDown();
        }

        @Override
        public void broken(SelectionKey key, IOException why) {
            broken.add(why.getMessage());
        }

        @Override
        public void failed(Throwable why) {
            broken.add(why.toString());
        }
    }

    @Test
    void whoListensGoesOnAfterAConnectionThatWasNotAccepted() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open();
                SocketLoop loop = new SocketLoop("loop-under-test", new SecondTime())) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            loop.add(server, SelectionKey.OP_ACCEPT, "server");
            loop.start();
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                assertThat(client.isConnected()).isTrue();
                assertThat(accepted.await(1, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(server.isOpen()).isTrue();
        }

        assertThat(broken).containsExactly("too many open files");
    }
}
