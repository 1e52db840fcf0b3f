// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Probes by TCP, as the data is sent: each is the first packet of a connection, with a hop limit and a codepoint. Who ends it says so by ICMP, and the kernel tells the socket who that was ({@code IP_RECVERR}; for TCP
 * since Linux 5.10). No privilege is needed. A connection that comes about is reset at once. Made in the network namespace that it probes from, if there are several.
 */
public final class TcpProber implements Prober {
    private static final int ADDRESS_BYTES = 16;

    private final String source;
    private final int port;
    private final int timeoutMs;

    /**
     * @param source this host's IPv4 address
     * @param port of the destinations; somebody may listen there, or nobody
     * @param timeoutMs how long an answer is waited for
     * @throws IllegalArgumentException if the address is not this machine's
     */
    public TcpProber(String source, int port, int timeoutMs) throws IOException {
        this.source = source;
        this.port = port;
        this.timeoutMs = timeoutMs;
        int fd = open(source, 0);
        ProbeCalls.close(fd);
    }

    @Override
    public Flow flow(String destination) throws IOException {
        return new TcpFlow(destination, 0);
    }

    /**
     * A flow from a port of the caller's choice.
     *
     * @param sourcePort nobody may listen there
     * @throws IOException if somebody has the port to himself, or this host cannot send there; a connection of this port to the same destination is said when a packet is sent
     */
    public Flow flow(String destination, int sourcePort) throws IOException {
        return new TcpFlow(destination, sourcePort);
    }

    /** A socket with this end. */
    private static int open(String address, int port) throws IOException {
        int fd = -1;
        try {
            fd = ProbeCalls.socket(
                    ProbeCalls.AF_INET, ProbeCalls.SOCK_STREAM | ProbeCalls.SOCK_NONBLOCK | ProbeCalls.SOCK_CLOEXEC, 0);
            set(fd, ProbeCalls.SOL_SOCKET, ProbeCalls.SO_REUSEADDR, 1);
            if (ProbeCalls.bind(fd, bytes(address, port), ADDRESS_BYTES) == 0) {
                int opened = fd;
                fd = -1;
                return opened;
            }
            int reason = Native.getLastError();
            if (reason == ProbeCalls.EADDRNOTAVAIL) {
                throw new IllegalArgumentException("no interface of this machine has the address " + address);
            }
            throw new IOException("probes cannot be sent from " + address + ":" + port + ": error " + reason);
        } catch (LastErrorException e) {
            throw new IOException("probes cannot be sent: " + e.getMessage(), e);
        } finally {
            if (fd >= 0) {
                ProbeCalls.close(fd);
            }
        }
    }

    private static void set(int fd, int level, int option, int... value) {
        ProbeCalls.setsockopt(fd, level, option, value, value.length * Integer.BYTES);
    }

    /** The kernel's form of an address and port (struct sockaddr_in). */
    private static byte[] bytes(String address, int port) {
        ByteBuffer buffer = ByteBuffer.allocate(ADDRESS_BYTES);
        buffer.order(ByteOrder.nativeOrder()).putShort((short) ProbeCalls.AF_INET);
        buffer.order(ByteOrder.BIG_ENDIAN).putShort((short) port);
        for (String part : address.split("\\.", -1)) {
            buffer.put((byte) Integer.parseInt(part));
        }
        return buffer.array();
    }

    private final class TcpFlow implements Flow {
        private final String destination;
        /** Keeps the port for the flow: each probe is a socket of its own with the same one. */
        private final int reserved;

        private final int ownPort;

        /** @param sourcePort 0 for any that is free */
        TcpFlow(String destination, int sourcePort) throws IOException {
            this.destination = destination;
            reserved = open(source, sourcePort);
            byte[] name = new byte[ADDRESS_BYTES];
            ProbeCalls.getsockname(reserved, name, new int[] {ADDRESS_BYTES});
            ownPort = Short.toUnsignedInt(ByteBuffer.wrap(name).getShort(2));
        }

        @Override
        public Optional<String> send(int codepoint, int hops) throws IOException {
            int fd = open(source, ownPort);
            try {
                set(fd, ProbeCalls.SOL_IP, ProbeCalls.IP_TTL, hops);
                set(fd, ProbeCalls.SOL_IP, ProbeCalls.IP_TOS, codepoint << 2);
                set(fd, ProbeCalls.SOL_IP, ProbeCalls.IP_RECVERR, 1);
                set(fd, ProbeCalls.SOL_SOCKET, ProbeCalls.SO_LINGER, 1, 0); // no connection is left behind
                return answered(fd);
            } catch (LastErrorException e) {
                throw new IOException("a probe cannot be sent: " + e.getMessage(), e);
            } finally {
                ProbeCalls.close(fd);
            }
        }

        private Optional<String> answered(int fd) throws IOException {
            if (ProbeCalls.connect(fd, bytes(destination, port), ADDRESS_BYTES) == 0) {
                return Optional.of(destination);
            }
            int reason = Native.getLastError();
            if (reason == ProbeCalls.EPERM || reason == ProbeCalls.EACCES) {
                return Optional.empty(); // this host itself drops it
            }
            if (reason != ProbeCalls.EINPROGRESS) {
                throw new IOException("a probe cannot be sent from " + source + ":" + ownPort + " to " + destination
                        + ": error " + reason);
            }
            try (Memory waiting = new Memory(8)) {
                waiting.setInt(0, fd);
                waiting.setShort(4, ProbeCalls.POLLOUT);
                waiting.setShort(6, (short) 0);
                if (ProbeCalls.poll(waiting, 1, timeoutMs) <= 0) {
                    return Optional.empty();
                }
            }
            Optional<String> refusedBy = ErrorQueue.sender(fd);
            if (refusedBy.isPresent()) {
                return refusedBy;
            }
            int[] error = new int[1];
            ProbeCalls.getsockopt(fd, ProbeCalls.SOL_SOCKET, ProbeCalls.SO_ERROR, error, new int[] {Integer.BYTES});
            return error[0] == 0 || error[0] == ProbeCalls.ECONNREFUSED ? Optional.of(destination) : Optional.empty();
        }

        @Override
        public void close() {
            ProbeCalls.close(reserved);
        }
    }
}
