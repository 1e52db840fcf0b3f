// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The kernel's form of an IPv4 address and port (struct sockaddr_in). */
public final class SocketAddresses {
    private static final int BYTES = 16;

    private SocketAddresses() {}

    /** @param address four numbers with dots, never a name */
    public static byte[] of(String address, int port) {
        ByteBuffer buffer = ByteBuffer.allocate(BYTES);
        buffer.order(ByteOrder.nativeOrder()).putShort((short) SystemCalls.AF_INET);
        buffer.order(ByteOrder.BIG_ENDIAN).putShort((short) port);
        for (String part : address.split("\\.", -1)) {
            buffer.put((byte) Integer.parseInt(part));
        }
        return buffer.array();
    }
}
