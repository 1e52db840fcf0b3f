// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.forward;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.fairlead.testbed.network.Hosts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end inside: takes connections at a Unix domain socket that only the testbed's owner can reach, each with the number of a page
 * in its first line, and leads them to that page's server. Leads to pages of its list alone.
 */
public final class ForwarderInside implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ForwarderInside.class);
    private static final String NAME = "pages";
    private static final int MOST_CONNECTIONS = 64;
    private static final int CONNECT_MILLIS = 2_000;
    private static final int LONGEST_LINE = 16;

    /** In place of a page's number: a connection that tells by its end that the testbed is gone. */
    private static final String WATCH = "watch";

    static final byte OPEN = '+';
    static final byte ABSENT = '-';

    private final ServerSocketChannel server;
    private final Hosts hosts;
    private final List<Page> pages;
    private final ExecutorService connections = new ThreadPoolExecutor(
            0, MOST_CONNECTIONS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), ForwarderInside::daemon);

    private ForwarderInside(ServerSocketChannel server, Hosts hosts, List<Page> pages) {
        this.server = server;
        this.hosts = hosts;
        this.pages = pages;
    }

    /** Serves until it is closed. */
    public static ForwarderInside serve(Path directory, Hosts hosts, List<Page> pages) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(directory.resolve(NAME)));
        ForwarderInside passage = new ForwarderInside(server, hosts, List.copyOf(pages));
        daemon(passage::loop).start();
        return passage;
    }

    /** A connection to page {@code number} of the testbed in a directory; empty pages answer with {@link #ABSENT}. */
    static SocketChannel to(Path directory, int number) throws IOException {
        return open(directory, Integer.toString(number));
    }

    /** A connection that ends with the testbed. */
    static SocketChannel watch(Path directory) throws IOException {
        return open(directory, WATCH);
    }

    private static SocketChannel open(Path directory, String line) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve(NAME)));
        ConnectionPipe.writeAll(channel, ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII)));
        return channel;
    }

    private void loop() {
        while (server.isOpen()) {
            try {
                SocketChannel channel = server.accept();
                try {
                    connections.execute(() -> lead(channel));
                } catch (RejectedExecutionException e) {
                    channel.close();
                }
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                LOG.warn("a connection to a page was lost: {}", e.getMessage());
            }
        }
    }

    private void lead(SocketChannel outside) {
        try (outside) {
            String line = ConnectionPipe.line(outside, LONGEST_LINE);
            if (line.equals(WATCH)) {
                outside.read(ByteBuffer.allocate(1));
                return;
            }
            Page page = pages.get(Integer.parseInt(line));
            try (SocketChannel inside = hosts.callOn(page.host(), SocketChannel::open)) {
                inside.socket().connect(new InetSocketAddress(page.address(), page.port()), CONNECT_MILLIS);
                ConnectionPipe.writeAll(outside, ByteBuffer.wrap(new byte[] {OPEN}));
                ConnectionPipe.join(outside, inside);
            } catch (ConnectException | SocketTimeoutException e) {
                ConnectionPipe.writeAll(outside, ByteBuffer.wrap(new byte[] {ABSENT}));
            }
        } catch (Exception e) {
            LOG.debug("a connection to a page ended: {}", e.getMessage());
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "pages");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() throws IOException {
        server.close();
        connections.shutdownNow();
    }
}
