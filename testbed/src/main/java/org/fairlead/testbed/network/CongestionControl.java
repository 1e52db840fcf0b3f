// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Which congestion control a new TCP connection of the calling thread's namespace gets. */
final class CongestionControl {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    private static final int LONGEST_NAME = 16;
    private static final int SOCK_STREAM_NONBLOCK = 1 | 0x800;

    private CongestionControl() {}

    /**
     * A connection has its algorithm from its first SYN on; nobody needs to answer it.
     *
     * @return empty when {@code address} is empty or cannot be reached
     */
    static String towards(String address) throws IOException {
        if (address.isEmpty()) {
            return "";
        }
        try {
            int socket = SystemCalls.socket(SystemCalls.AF_INET, SOCK_STREAM_NONBLOCK | SystemCalls.SOCK_CLOEXEC, 0);
            try {
                byte[] to = SocketAddresses.of(address, 9);
                if (SystemCalls.connect(socket, to, to.length) < 0
                        && Native.getLastError() == SystemCalls.ENETUNREACH) {
                    return "";
                }
                byte[] name = new byte[LONGEST_NAME];
                int[] length = {name.length};
                SystemCalls.getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name, length);
                return new String(name, 0, length[0], StandardCharsets.US_ASCII).replace("\0", "");
            } finally {
                SystemCalls.close(socket);
            }
        } catch (LastErrorException e) {
            throw new IOException("TCP's congestion control cannot be read: " + e.getMessage(), e);
        }
    }
}
