package org.fairlead.control.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries plain HTTP for ten thousand connections on one thread: a report is read, taken and answered where it arrives, everything
 * else on two more threads. A connection that dawdles occupies a buffer, never a thread, and is closed after five seconds within
 * a request. The JDK's own server, which takes a connection out of its selector for each request, takes a tenth as many reports in
 * the same processor time, and one of its threads for whoever sends slowly; it carries TLS ({@link JdkFront}).
 */
public final class NioFront implements Front {
    private static final Logger LOG = LoggerFactory.getLogger(NioFront.class);
    private static final int BACKLOG = 4096;
    private static final int MOST_CONNECTIONS = 20_000;

    /** Of one address that is not this machine's. */
    private static final int MOST_OF_AN_ADDRESS = 2_000;

    private static final long SWEEP_NANOS = 500_000_000L;

    private final HttpService service;
    private final ServerSocketChannel server;
    private final Selector selector;
    private final Thread thread;
    private final ExecutorService others;
    private final ByteBuffer shared = ByteBuffer.allocateDirect(128 << 10);
    private final Queue<NioConnection> answered = new ConcurrentLinkedQueue<>();
    private final Map<InetAddress, Integer> byAddress = new HashMap<>();
    private long sweptNanos = System.nanoTime();
    private volatile boolean closed;

    private NioFront(HttpService service, ServerSocketChannel server, Selector selector) {
        this.service = service;
        this.server = server;
        this.selector = selector;
        // As many tasks as connections at most: a connection has one request at a time.
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                2, 2, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> daemon(task, "fairlead-http-others"));
        pool.allowCoreThreadTimeOut(true);
        others = pool;
        thread = daemon(this::run, "fairlead-http");
    }

    public static NioFront start(InetSocketAddress bind, HttpService service) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(bind, BACKLOG);
            server.configureBlocking(false);
            Selector selector = Selector.open();
            server.register(selector, SelectionKey.OP_ACCEPT);
            NioFront front = new NioFront(service, server, selector);
            front.thread.start();
            return front;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) server.socket().getLocalSocketAddress();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        others.shutdownNow();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private void run() {
        try {
            while (!closed) {
                try {
                    selector.select(SWEEP_NANOS / 1_000_000);
                    serve();
                } catch (IOException | RuntimeException e) {
                    LOG.error("the server stumbled", e);
                    pause();
                }
            }
        } finally {
            selector.keys().forEach(key -> close(key));
            try {
                server.close();
                selector.close();
            } catch (IOException e) {
                LOG.debug("on closing", e);
            }
        }
    }

    private void serve() {
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
            SelectionKey key = ready.next();
            ready.remove();
            if (!key.isValid()) {
                continue;
            }
            if (key.isAcceptable()) {
                accept();
            } else {
                serve(key, (NioConnection) key.attachment());
            }
        }
        NioConnection done = answered.poll();
        while (done != null) {
            NioConnection connection = done;
            guarded(connection.key, () -> connection.write());
            done = answered.poll();
        }
        long now = System.nanoTime();
        if (now - sweptNanos > SWEEP_NANOS) {
            sweptNanos = now;
            sweep(now);
        }
    }

    private interface Step {
        boolean run() throws IOException;
    }

    private void serve(SelectionKey key, NioConnection connection) {
        guarded(key, () -> {
            if (key.isWritable() && !connection.write()) {
                return false;
            }
            if (!key.isValid() || !key.isReadable()) {
                return true;
            }
            shared.clear();
            int count = connection.channel.read(shared);
            return count >= 0 && connection.received(shared.flip());
        });
    }

    /** Whatever happens on a connection ends that connection alone. */
    private void guarded(SelectionKey key, Step step) {
        try {
            if (step.run()) {
                return;
            }
        } catch (IOException e) {
            LOG.debug("a connection broke", e);
        } catch (RuntimeException e) {
            LOG.error("a connection is closed because of a mistake of ours", e);
        }
        close(key);
    }

    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                InetAddress from = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
                int ofAddress = byAddress.getOrDefault(from, 0);
                boolean tooMany = ofAddress >= MOST_OF_AN_ADDRESS && !from.isLoopbackAddress();
                if (tooMany || selector.keys().size() > MOST_CONNECTIONS) {
                    channel.close();
                    continue;
                }
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
                key.attach(new NioConnection(this, service, channel, key, from));
                byAddress.put(from, ofAddress + 1);
            }
        } catch (IOException e) {
            LOG.warn("a connection could not be accepted: {}", e.getMessage());
            pause(); // no file descriptors left: others have to end first
        }
    }

    private void sweep(long nowNanos) {
        for (SelectionKey key : selector.keys()) {
            if (key.isValid() && key.attachment() instanceof NioConnection connection && connection.isOver(nowNanos)) {
                close(key);
            }
        }
    }

    private void close(SelectionKey key) {
        if (key.attachment() instanceof NioConnection connection && !connection.closed) {
            connection.closed = true;
            byAddress.computeIfPresent(connection.from, (address, count) -> count == 1 ? null : count - 1);
            try {
                connection.channel.close();
            } catch (IOException e) {
                LOG.debug("on closing a connection", e);
            }
        }
    }

    /** Takes up a connection again whose answer was made on another thread. */
    void answered(NioConnection connection) {
        answered.add(connection);
        selector.wakeup();
    }

    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    void elsewhere(Runnable task) {
        others.execute(task);
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
