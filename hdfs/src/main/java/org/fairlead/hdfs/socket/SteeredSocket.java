// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.socket;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.apache.hadoop.net.NetUtils;
import org.fairlead.network.port.PortTable;

/**
 * A socket that looks for a source port when it is connected, since only then it is known where to. Before that it hides its channel, so that Hadoop connects the socket and not the channel; from then on it is the channel's own socket, with
 * all that goes with a channel, such as timeouts of writes. Where somebody has bound it or set an option of it before, it is left to the kernel.
 *
 * <p>A steered attempt is short, and what fails about it, but a refusal of the peer, is followed by an ordinary one with all of the caller's time.
 */
final class SteeredSocket extends ForwardingSocket {
    /** For the first packet of a connection, and another one when that was lost. */
    private static final int STEERED_MILLIS = 2_000;

    private final PortTable table;
    /** Guarded by this, as is what follows. */
    private Socket socket;

    private boolean mine = true;
    private boolean closed;

    SteeredSocket(PortTable table) throws IOException {
        this.table = table;
        socket = SocketChannel.open().socket();
    }

    @Override
    synchronized Socket socket() {
        return socket;
    }

    @Override
    synchronized void touched() {
        mine = false;
    }

    @Override
    public synchronized SocketChannel getChannel() {
        return mine ? null : socket.getChannel();
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        boolean steerable;
        synchronized (this) {
            steerable = mine;
            mine = false;
        }
        if (!(steerable && endpoint instanceof InetSocketAddress to && isSteered(to, timeout))) {
            NetUtils.connect(socket(), endpoint, timeout);
        }
    }

    private boolean isSteered(InetSocketAddress to, int timeout) throws IOException {
        Optional<PortTable.Offer> offer = table.offer(to);
        if (offer.isEmpty()) {
            return false;
        }
        int shorter = timeout == 0 ? STEERED_MILLIS : Math.min(timeout, STEERED_MILLIS);
        for (int port : offer.get().ports()) {
            SocketChannel channel = SocketChannel.open();
            boolean connected = false;
            try {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                channel.bind(new InetSocketAddress(offer.get().source(), port));
                take(channel.socket());
                NetUtils.connect(channel.socket(), to, shorter);
                connected = true;
                table.steered();
                return true;
            } catch (BindException e) {
                table.taken(); // the next one
            } catch (ConnectException e) {
                throw e; // the peer refuses: it would refuse any port
            } catch (IOException | RuntimeException e) {
                if (Thread.currentThread().isInterrupted() || isEnded()) {
                    throw e;
                }
                table.failed(to, e);
                break;
            } finally {
                if (!connected) {
                    channel.close();
                }
            }
        }
        take(SocketChannel.open().socket());
        return false;
    }

    /** Goes on with another socket of the kernel. */
    private synchronized void take(Socket other) throws IOException {
        socket.close();
        socket = other;
        if (closed) {
            other.close();
            throw new SocketException("Socket is closed");
        }
    }

    /** Whether the caller has closed it; an attempt that fails closes no more than its own channel. */
    private synchronized boolean isEnded() {
        return closed;
    }

    @Override
    public synchronized boolean isClosed() {
        return closed || socket.isClosed();
    }

    @Override
    public synchronized void close() throws IOException {
        mine = false;
        closed = true;
        socket.close();
    }
}
