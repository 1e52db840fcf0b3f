// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import org.fairlead.testbed.network.SystemCalls;

/**
 * UDP in batches. The kernel takes several datagrams as one packet (UDP_SEGMENT) and cuts them where a device would;
 * received ones may come as one (UDP_GRO), and are counted without being copied (MSG_TRUNC). One call moves as much as
 * four to a hundred plain ones.
 */
final class Datagrams {
    /** Payload of a full datagram, and its size on the wire with UDP, IP and Ethernet headers. */
    static final int PAYLOAD = 1472;

    static final int WIRE = PAYLOAD + 42;
    /** As many datagrams to a packet as TCP sends in one, so that background traffic takes no larger turns than others. */
    static final int MOST_SEGMENTS = 4;

    private static final int SOL_UDP = 17;
    private static final int UDP_SEGMENT = 103;
    private static final int UDP_GRO = 104;
    private static final int MESSAGES = 64;
    // struct mmsghdr, struct msghdr and struct iovec of 64-bit Linux
    private static final int MESSAGE_BYTES = 64;
    private static final int IOVEC_OFFSET = 16;
    private static final int IOVEC_COUNT_OFFSET = 24;
    private static final int LENGTH_OFFSET = 56;

    private Datagrams() {}

    /**
     * A socket of the calling thread's namespace that sends to an address and cuts packets into datagrams.
     *
     * @param from of a host of the namespace; port 0 is any
     */
    static int sender(byte[] from, byte[] to) {
        int socket = SystemCalls.socket(SystemCalls.AF_INET, SystemCalls.SOCK_DGRAM | SystemCalls.SOCK_CLOEXEC, 0);
        SystemCalls.setsockopt(socket, SOL_UDP, UDP_SEGMENT, new int[] {PAYLOAD}, Integer.BYTES);
        SystemCalls.setsockopt(socket, SystemCalls.SOL_SOCKET, SystemCalls.SO_REUSEADDR, new int[] {1}, Integer.BYTES);
        SystemCalls.bind(socket, from, from.length);
        if (SystemCalls.connect(socket, to, to.length) < 0) {
            SystemCalls.close(socket);
            throw new IllegalStateException("no route for UDP: error " + Native.getLastError());
        }
        return socket;
    }

    /** A socket of the calling thread's namespace that receives whole packets. */
    static int receiver(byte[] at) {
        int socket = SystemCalls.socket(SystemCalls.AF_INET, SystemCalls.SOCK_DGRAM | SystemCalls.SOCK_CLOEXEC, 0);
        SystemCalls.setsockopt(socket, SOL_UDP, UDP_GRO, new int[] {1}, Integer.BYTES);
        SystemCalls.setsockopt(
                socket, SystemCalls.SOL_SOCKET, SystemCalls.SO_RCVBUF, new int[] {1 << 20}, Integer.BYTES);
        SystemCalls.bind(socket, at, at.length);
        return socket;
    }

    /** Message headers that all point to one packet of zeros; not safe for threads. */
    static final class Sending {
        private final Memory[] packets = new Memory[MOST_SEGMENTS + 1];
        private final Memory[] headers = new Memory[MOST_SEGMENTS + 1];

        Sending() {
            for (int segments = 1; segments <= MOST_SEGMENTS; segments++) {
                Memory packet = new Memory((long) PAYLOAD * segments);
                packet.clear();
                packets[segments] = packet;
                headers[segments] = headers(packet, packet.size());
            }
        }

        /** Sends without waiting; returns how many packets the kernel took. */
        int send(int socket, int packetCount, int segments) {
            return Math.max(
                    0,
                    SystemCalls.sendmmsg(
                            socket, headers[segments], Math.min(packetCount, MESSAGES), SystemCalls.MSG_DONTWAIT));
        }
    }

    /** Counts what waits in a socket, and drops it; not safe for threads. */
    static final class Receiving {
        private final Memory nothing = new Memory(8);
        private final Memory headers = headers(nothing, 0);

        /** Payload bytes that had come. */
        long drain(int socket) {
            long bytes = 0;
            int count;
            do {
                count = SystemCalls.recvmmsg(
                        socket, headers, MESSAGES, SystemCalls.MSG_DONTWAIT | SystemCalls.MSG_TRUNC, Pointer.NULL);
                for (int i = 0; i < count; i++) {
                    bytes += headers.getInt((long) i * MESSAGE_BYTES + LENGTH_OFFSET);
                }
            } while (count == MESSAGES);
            return bytes;
        }
    }

    private static Memory headers(Memory packet, long length) {
        Memory all = new Memory((long) MESSAGES * MESSAGE_BYTES + 16);
        all.clear();
        long iovec = (long) MESSAGES * MESSAGE_BYTES;
        all.setPointer(iovec, packet);
        all.setLong(iovec + 8, length);
        for (int i = 0; i < MESSAGES; i++) {
            long at = (long) i * MESSAGE_BYTES;
            all.setPointer(at + IOVEC_OFFSET, all.share(iovec));
            all.setLong(at + IOVEC_COUNT_OFFSET, 1);
        }
        return all;
    }
}
