// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * The ends of {@link NumberedConnection}s that receive: one thread for all.
 *
 * @param <F> what a number stands for
 */
public final class NumberedReceiver<F> implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 18;
    private static final int BACKLOG = 1024;

    private final Flows<F> flows;
    private final SocketLoop loop;

    /** Whose bytes arrive; told by the receiver's thread alone. */
    public interface Flows<F> {
        /** Empty: somebody else's connection. */
        Optional<F> numbered(int number);

        void arrived(F flow, int bytes);

        /** All that was sent has arrived. */
        void ended(F flow);

        /** @param flow empty where the connection had not said its number, or was not accepted */
        void broken(Optional<F> flow, IOException why);

        /** Nothing is received any longer. */
        void failed(Throwable why);
    }

    private static final class Arrival<F> {
        private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
        private Optional<F> flow = Optional.empty();
    }

    public NumberedReceiver(String name, Flows<F> flows) throws IOException {
        this.flows = flows;
        loop = new SocketLoop(name, new Reading());
    }

    public void start() {
        loop.start();
    }

    /**
     * Takes connections to a port of its own.
     *
     * @param server opened in the host's network, and not yet bound
     */
    public InetSocketAddress listen(ServerSocketChannel server, InetAddress address) throws IOException {
        server.bind(new InetSocketAddress(address, 0), BACKLOG);
        loop.add(server, SelectionKey.OP_ACCEPT, server);
        return (InetSocketAddress) server.getLocalAddress();
    }

    private final class Reading implements SocketLoop.Handler {
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

        @Override
        public void ready(SelectionKey key) throws IOException {
            if (key.channel() instanceof ServerSocketChannel server) {
                SocketChannel accepted = server.accept();
                if (accepted != null) {
                    loop.add(accepted, SelectionKey.OP_READ, new Arrival<F>());
                }
            } else if (!read((SocketChannel) key.channel(), arrival(key))) {
                SocketLoop.closeQuietly(key.channel());
            }
        }

        @SuppressWarnings("unchecked") // attached above
        private Arrival<F> arrival(SelectionKey key) {
            return (Arrival<F>) key.attachment();
        }

        /** False at the end of the stream. */
        private boolean read(SocketChannel channel, Arrival<F> arrival) throws IOException {
            if (arrival.flow.isEmpty()) {
                if (channel.read(arrival.number) < 0) {
                    return false;
                }
                if (arrival.number.hasRemaining()) {
                    return true;
                }
                arrival.flow = flows.numbered(arrival.number.flip().getInt());
                if (arrival.flow.isEmpty()) {
                    return false;
                }
            }
            F flow = arrival.flow.get();
            buffer.clear();
            int count = channel.read(buffer);
            if (count < 0) {
                flows.ended(flow);
                return false;
            }
            flows.arrived(flow, count);
            return true;
        }

        @Override
        public void broken(SelectionKey key, IOException why) {
            flows.broken(key.channel() instanceof SocketChannel ? arrival(key).flow : Optional.empty(), why);
        }

        @Override
        public void failed(Throwable why) {
            flows.failed(why);
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
