// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads whether the interfaces of one namespace have a carrier: they are up, and so is the other end. Usable from any thread. */
final class Carriers implements AutoCloseable {
    private static final int REQUEST_BYTES = 40;
    private static final int NAME_BYTES = 16;

    private final int socket;

    /** Opens in the namespace of the calling thread. */
    Carriers() throws IOException {
        try {
            socket = SystemCalls.socket(SystemCalls.AF_INET, SystemCalls.SOCK_DGRAM | SystemCalls.SOCK_CLOEXEC, 0);
        } catch (LastErrorException e) {
            throw new IOException("no socket: " + e.getMessage(), e);
        }
    }

    /** @param device of the namespace this was opened in */
    boolean has(String device) throws IOException {
        byte[] request = new byte[REQUEST_BYTES];
        byte[] name = device.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(name, 0, request, 0, Math.min(name.length, NAME_BYTES - 1));
        try {
            SystemCalls.ioctl(socket, new NativeLong(SystemCalls.SIOCGIFFLAGS), request);
        } catch (LastErrorException e) {
            throw new IOException("the state of " + device + " cannot be read: " + e.getMessage(), e);
        }
        int flags = ByteBuffer.wrap(request).order(ByteOrder.nativeOrder()).getShort(NAME_BYTES);
        int wanted = SystemCalls.IFF_UP | SystemCalls.IFF_RUNNING;
        return (flags & wanted) == wanted;
    }

    @Override
    public void close() {
        SystemCalls.close(socket);
    }
}
