// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TlsMaterial;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries HTTP, plain or under TLS, for ten thousand connections on one thread: what is answered in microseconds is answered
 * there, the rest on two more threads, and what a TLS handshake computes on two others. Whatever a client does or leaves
 * undone occupies a bounded amount of memory for a bounded time, and no thread. When the thread that reads ends, by an
 * Error in Netty itself, another takes its place.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends its connection, which is noticed there
public final class HttpFront implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);
    private static final String THREAD = "fairlead-http";
    private static final int BACKLOG = 4096;
    private static final int SWEEP_MILLIS = 500;
    private static final int SMALL_BODY = 64 << 10;
    private static final int LARGEST_READ = 16 << 10;
    private static final int HANDSHAKE_MILLIS = 5_000;
    private static final int FAREWELL_MILLIS = 300;
    private static final int MOST_HANDSHAKE_STEPS_QUEUED = 1024;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final HttpService service;
    private final TimeSource time;
    private final Optional<ServerTls> tls;
    private final FrontBounds bounds;
    private final ByteBudget bodies;
    private final ByteBudget smallBodies;
    private final ByteBudget answers;
    private final ThreadPoolExecutor others = pool("fairlead-http-others", Integer.MAX_VALUE);
    private final ThreadPoolExecutor handshakes = pool("fairlead-http-tls", MOST_HANDSHAKE_STEPS_QUEUED);
    private final Set<Connection> certified = ConcurrentHashMap.newKeySet();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder evicted = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final LongAdder handshakesFailed = new LongAdder();
    private final InetSocketAddress address;
    private final Thread watch = LastingThread.of(THREAD + "-watch", this::watch);
    private volatile Running running;
    private volatile boolean closed;
    private long dateSecond;
    private String date = "";

    /** What is made anew after an Error. */
    private record Running(
            EventLoopGroup loop, java.nio.channels.ServerSocketChannel socket, ConnectionTable<Connection> table) {
        boolean isWell() {
            return !loop.isShuttingDown() && socket.isOpen();
        }
    }

    private HttpFront(
            InetSocketAddress bind, Optional<ServerTls> tls, FrontBounds bounds, HttpService service, TimeSource time)
            throws IOException {
        this.service = service;
        this.time = time;
        this.tls = tls;
        this.bounds = bounds;
        bodies = new ByteBudget(bounds.bodyBytes() - bounds.bodyBytes() / 4);
        smallBodies = new ByteBudget(bounds.bodyBytes() / 4);
        answers = new ByteBudget(bounds.answerBytes());
        running = run(bind);
        address = (InetSocketAddress) running.socket.getLocalAddress();
    }

    /** @param tls empty: plain HTTP */
    public static HttpFront start(InetSocketAddress bind, Optional<ServerTls> tls, HttpService service, TimeSource time)
            throws IOException {
        return start(bind, tls, FrontBounds.of(Runtime.getRuntime().maxMemory(), tls.isPresent()), service, time);
    }

    static HttpFront start(
            InetSocketAddress bind, Optional<ServerTls> tls, FrontBounds bounds, HttpService service, TimeSource time)
            throws IOException {
        HttpFront front = new HttpFront(bind, tls, bounds, service, time);
        front.watch.start();
        return front;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return address;
    }

    public FrontFigures figures() {
        Running now = running;
        return new FrontFigures(
                !closed && now.isWell(),
                now.table.known(),
                now.table.strangers(),
                accepted.sum(),
                evicted.sum(),
                expired.sum(),
                handshakesFailed.sum(),
                bodies.used() + smallBodies.used(),
                answers.used());
    }

    @Override
    public void close() {
        closed = true;
        watch.interrupt();
        stop(running);
        others.shutdownNow();
        handshakes.shutdownNow();
    }

    /** As many tasks as connections at most: a connection has one request at a time. */
    private static ThreadPoolExecutor pool(String kind, int mostQueued) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                2, 2, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(mostQueued), LastingThread.workers(kind));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private Running run(InetSocketAddress bind) throws IOException {
        java.nio.channels.ServerSocketChannel socket = java.nio.channels.ServerSocketChannel.open();
        EventLoopGroup loop =
                new MultiThreadIoEventLoopGroup(1, LastingThread.workers(THREAD), NioIoHandler.newFactory());
        ConnectionTable<Connection> table = new ConnectionTable<>(bounds);
        try {
            socket.setOption(java.net.StandardSocketOptions.SO_REUSEADDR, true);
            // One arena of small chunks: what a crowd of connections needed for a moment is given back.
            PooledByteBufAllocator buffers = new PooledByteBufAllocator(true, 1, 1, 8192, 6, 0, 0, false);
            ChannelFuture listening = new ServerBootstrap()
                    .group(loop)
                    .channelFactory(() -> new NioServerSocketChannel(socket))
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .option(ChannelOption.ALLOCATOR, buffers)
                    .childOption(ChannelOption.ALLOCATOR, buffers)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childOption(ChannelOption.AUTO_READ, false)
                    .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(16 << 10, 64 << 10))
                    .childOption(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new AdaptiveRecvByteBufAllocator(512, 2048, LARGEST_READ).maxMessagesPerRead(1))
                    .childHandler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel channel) {
                            accept(channel, table);
                        }
                    })
                    .bind(bind)
                    .awaitUninterruptibly();
            if (!listening.isSuccess()) {
                throw new IOException(listening.cause().getMessage(), listening.cause());
            }
            loop.next().scheduleWithFixedDelay(() -> sweep(table), SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
            return new Running(loop, socket, table);
        } catch (IOException | RuntimeException e) {
            socket.close();
            loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
            throw e;
        }
    }

    private void accept(SocketChannel channel, ConnectionTable<Connection> table) {
        accepted.increment();
        InetSocketAddress remote = channel.remoteAddress();
        if (remote == null) {
            channel.close(); // gone already
            return;
        }
        InetAddress from = remote.getAddress();
        StrictRequestDecoder decoder = new StrictRequestDecoder(time);
        Optional<TlsMaterial> material = tls.map(by -> by.material().get());
        Connection connection = new Connection(this, table, decoder, from, material, time);
        ChannelPipeline pipeline = channel.pipeline();
        material.ifPresent(now -> pipeline.addLast(secured(now, tls.get().certificates())));
        pipeline.addLast(decoder, new HttpResponseEncoder(), connection);
        table.enter(connection, from).ifPresent(leaving -> {
            evicted.increment();
            leaving.close();
        });
    }

    private SslHandler secured(TlsMaterial material, ClientCertificates certificates) {
        SSLEngine engine = material.context().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        switch (certificates) {
            case NEEDED -> parameters.setNeedClientAuth(true);
            case WANTED -> parameters.setWantClientAuth(true);
            case NONE -> parameters.setWantClientAuth(false);
        }
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine, handshakes);
        handler.setHandshakeTimeoutMillis(HANDSHAKE_MILLIS);
        handler.setCloseNotifyFlushTimeoutMillis(FAREWELL_MILLIS);
        return handler;
    }

    private void sweep(ConnectionTable<Connection> table) {
        try {
            long now = time.nanoTime();
            for (Connection connection : table.all()) {
                if (connection.isOver(now)) {
                    expired.increment();
                    connection.close();
                }
            }
        } catch (Throwable e) {
            stumbled(e); // and again in half a second
        }
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(SWEEP_MILLIS);
            } catch (InterruptedException e) {
                continue; // closed, or somebody's stray interrupt
            }
            Running now = running;
            if (!closed && !now.isWell()) {
                stumbled(new IllegalStateException("the thread that reads has ended"));
                stop(now);
                try {
                    running = run(address);
                } catch (IOException e) {
                    LOG.error("cannot listen at {} again: {}", address, e.getMessage()); // and again in half a second
                }
            }
        }
    }

    private static void stop(Running ended) {
        if (!ended.loop.isShuttingDown()) {
            ended.loop.next().execute(() -> ended.table.all().forEach(Connection::close));
        }
        ended.loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2000);
        try {
            ended.socket.close();
        } catch (IOException e) {
            LOG.debug("on closing", e);
        }
    }

    /** Answers on a thread apart. */
    void elsewhere(Runnable task, Connection.Reply reply) {
        others.execute(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                LastingThread.stumbled("fairlead-http-others", e);
                reply.fail();
            }
        });
    }

    HttpService service() {
        return service;
    }

    /** Small bodies, as reports are, have a quarter for themselves: large ones that come slowly do not keep them out. */
    ByteBudget bodies(int length) {
        return length != RequestHead.CHUNKED && length <= SMALL_BODY ? smallBodies : bodies;
    }

    ByteBudget answers() {
        return answers;
    }

    void stumbled(Throwable thrown) {
        LastingThread.stumbled(THREAD, thrown);
    }

    void handshakeFailed() {
        handshakesFailed.increment();
    }

    /** The certificate that the client has proved to own, and those that vouch for it; empty: it has shown none. */
    static X509Certificate[] certificates(ChannelPipeline pipeline) {
        try {
            Certificate[] chain =
                    pipeline.get(SslHandler.class).engine().getSession().getPeerCertificates();
            return Arrays.copyOf(chain, chain.length, X509Certificate[].class);
        } catch (SSLPeerUnverifiedException e) {
            return new X509Certificate[0];
        }
    }

    /** Its client is known by a certificate. */
    void certified(Connection connection) {
        certified.add(connection);
    }

    void left(Connection connection) {
        certified.remove(connection);
    }

    /**
     * Closes the connections of clients that would no longer be let in, once after each change of the TLS files. Computes on the
     * caller's thread, about half a millisecond for a client.
     */
    public void judgeAgain() {
        int closed = 0;
        for (Connection connection : certified) {
            closed += connection.isStillBelieved(tls.orElseThrow().material().get()) ? 0 : 1;
        }
        if (closed > 0) {
            LOG.info("{} connections are closed: the certificates of their clients are no longer believed", closed);
        }
    }

    /** Now, as the field of that name has it; of the front's thread. */
    String date() {
        long second = time.currentTimeMillis() / 1000;
        if (second != dateSecond) {
            dateSecond = second;
            date = DATE.format(Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC));
        }
        return date;
    }

    /** The thread that reads, for tests that end it. */
    EventLoopGroup loop() {
        return running.loop;
    }
}
