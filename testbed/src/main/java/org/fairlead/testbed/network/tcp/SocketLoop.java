// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network.tcp;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A daemon thread that waits for many sockets, from {@link #start} to {@link #close}, which breaks them off. */
public final class SocketLoop implements AutoCloseable {
    private static final long ACCEPT_AGAIN_NANOS = 10_000_000;

    private final Selector selector;
    private final Handler handler;
    private final Thread thread;
    private volatile boolean closed;

    /** What is done with sockets; called by the loop's thread alone. */
    public interface Handler {
        /** A socket has something to do. */
        void ready(SelectionKey key) throws IOException;

        /** A connection is over, not by our doing, and is closed afterwards; or one was not accepted, and who listens goes on. */
        void broken(SelectionKey key, IOException why);

        /** Nobody waits for sockets any longer. */
        void failed(Throwable why);

        /**
         * Before it waits.
         *
         * @return ms until it should be asked again; 0: when a socket is ready
         */
        default long due() {
            return 0;
        }
    }

    public SocketLoop(String name, Handler handler) throws IOException {
        selector = Selector.open();
        this.handler = handler;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** From any thread. */
    public void add(SelectableChannel channel, int operations, Object attachment) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, operations, attachment);
        selector.wakeup();
    }

    private void run() {
        try {
            while (!closed) {
                selector.select(this::handle, handler.due());
            }
        } catch (IOException | RuntimeException | Error e) {
            handler.failed(e);
        }
    }

    private void handle(SelectionKey key) {
        try {
            handler.ready(key);
        } catch (ClosedChannelException | CancelledKeyException e) {
            key.cancel(); // closed in the meantime
        } catch (IOException e) {
            handler.broken(key, e);
            if (key.channel() instanceof ServerSocketChannel) {
                // What was lacking, such as room for one more open file, may be there then.
                LockSupport.parkNanos(ACCEPT_AGAIN_NANOS);
            } else {
                closeQuietly(key.channel());
            }
        }
    }

    /** Without this the kernel would go on sending megabytes from its buffers. */
    public static void breakOff(SelectableChannel channel) {
        try {
            if (channel instanceof SocketChannel socket && socket.isOpen()) {
                socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            // closed meanwhile
        }
        closeQuietly(channel);
    }

    public static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // nothing is left to be done with it
        }
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List.copyOf(selector.keys()).forEach(key -> breakOff(key.channel()));
        closeQuietly(selector);
    }
}
