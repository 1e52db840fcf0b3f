// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.fairlead.network.DriverException;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.protocol.trust.TlsMaterial;
import org.fairlead.protocol.trust.WatchedFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where switches connect to. One thread serves all; a connection has bounded buffers and five seconds to show that it is a switch that we know. A switch that connects anew takes its own place; with TLS nobody takes it whose certificate
 * does not name the switch.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends its connection, which is noticed there
final class SwitchServer implements AutoCloseable, SwitchConnection.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(SwitchServer.class);
    private static final String THREAD = "fairlead-openflow";
    private static final int QUIET_SECONDS = 5;
    private static final int HANDSHAKE_MILLIS = 5_000;
    private static final int STRANGERS = 16;
    private static final int LONGEST_CLOSE_MILLIS = 5_000;
    private static final Pattern INVISIBLE = Pattern.compile("\\p{C}+");
    private static final WriteBufferWaterMark WRITES = new WriteBufferWaterMark(256 << 10, 1 << 20);

    private final Map<Long, KnownSwitch> switches;
    private final Map<Long, SwitchConnection> connected = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final RareLog log = new RareLog(LOG);
    private final EventLoopGroup loop =
            new MultiThreadIoEventLoopGroup(1, LastingThread.workers(THREAD), NioIoHandler.newFactory());
    /** All that are open, the one that listens too. */
    private final ChannelGroup channels = new DefaultChannelGroup(loop.next(), true);

    private final Optional<WatchedFiles<TlsMaterial>> tls;
    private final InetSocketAddress address;
    private volatile boolean ends;

    /** @throws DriverException if it cannot listen there */
    SwitchServer(InetSocketAddress listen, Optional<TlsFiles> files, Map<Long, KnownSwitch> switches, TimeSource time)
            throws DriverException {
        this.switches = Map.copyOf(switches);
        tls = files.map(each -> each.watched(time));
        ChannelFuture bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITES)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accept(channel);
                    }
                })
                .bind(listen)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
            throw new DriverException(
                    "cannot listen at " + listen + ": " + bound.cause().getMessage(), bound.cause());
        }
        channels.add(bound.channel());
        address = (InetSocketAddress) bound.channel().localAddress();
    }

    InetSocketAddress address() {
        return address;
    }

    /** The switch's connection; empty while there is none. */
    Optional<SwitchConnection> connection(KnownSwitch of) {
        return Optional.ofNullable(connected.get(of.datapath())).filter(SwitchConnection::isOpen);
    }

    private void accept(SocketChannel channel) {
        if (open.incrementAndGet() > 2 * switches.size() + STRANGERS) {
            open.decrementAndGet();
            log.warn(
                    "crowd",
                    "more connections than switches; one from " + channel.remoteAddress() + " is closed",
                    null);
            channel.close();
            return;
        }
        channels.add(channel);
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        tls.ifPresent(files -> channel.pipeline().addLast(secured(files.now())));
        channel.pipeline()
                .addLast(
                        new IdleStateHandler(QUIET_SECONDS, 0, 0, TimeUnit.SECONDS),
                        new MessageDecoder(),
                        new SwitchConnection(this));
    }

    private static SslHandler secured(TlsMaterial material) {
        SSLEngine engine = material.context().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setNeedClientAuth(true);
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(HANDSHAKE_MILLIS);
        return handler;
    }

    @Override
    public String greeted(SwitchConnection connection) {
        KnownSwitch self = switches.get(connection.datapath());
        if (self == null) {
            return "no switch has the datapath id " + KnownSwitch.text(connection.datapath());
        }
        String refusal = refusal(self, connection.names());
        if (!refusal.isEmpty()) {
            return refusal;
        }
        SwitchConnection before = connected.put(connection.datapath(), connection);
        if (before != null && before != connection) {
            before.close("the switch has connected anew");
        }
        LOG.info("{} has connected from {}", self.node().name(), connection.from());
        return "";
    }

    /** Why somebody whose certificate has these names is not that switch; empty if he may be. */
    private static String refusal(KnownSwitch self, List<String> names) {
        Optional<String> wanted = self.certificate();
        if (wanted.isEmpty() || names.contains(wanted.get())) {
            return "";
        }
        String shown = names.isEmpty() ? "nobody" : String.join(", ", names);
        return "it calls itself %s, its certificate names %.200s; accepted: one that names %s, or shared-certificate"
                .formatted(self.node().name(), INVISIBLE.matcher(shown).replaceAll(" "), wanted.get());
    }

    @Override
    public void lost(SwitchConnection connection, String reason) {
        KnownSwitch self = switches.get(connection.datapath());
        boolean known = self != null && connected.remove(connection.datapath(), connection);
        if (ends) {
            return;
        }
        if (known) {
            LOG.info("{} is no longer connected: {}", self.node().name(), reason);
        } else {
            log.warn(reason, "a connection from " + connection.from() + " is closed: " + reason, null);
        }
    }

    @Override
    public void close() {
        ends = true;
        connected.values().forEach(connection -> connection.close("this driver ends"));
        // A loop that is to end at once may do so without closing its channels: then the port stays taken.
        channels.close().awaitUninterruptibly(LONGEST_CLOSE_MILLIS);
        if (!loop.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(LONGEST_CLOSE_MILLIS)) {
            LOG.warn("{} is still listened at after {} ms; it ends by itself", address, LONGEST_CLOSE_MILLIS);
        }
    }
}
