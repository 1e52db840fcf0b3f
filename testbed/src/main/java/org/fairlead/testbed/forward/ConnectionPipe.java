// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.forward;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Copies bytes between two connections, both ways, until both have ended or one breaks. */
final class ConnectionPipe {
    private static final int BUFFER_BYTES = 16 << 10;

    private ConnectionPipe() {}

    /** Returns when both directions have ended; closes neither connection. */
    static void join(SocketChannel one, SocketChannel other) throws IOException {
        Thread back = new Thread(() -> {
            try {
                copy(other, one);
            } catch (IOException e) {
                breakOff(one, other);
            }
        });
        back.setDaemon(true);
        back.start();
        try {
            copy(one, other);
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            breakOff(one, other);
            throw e;
        }
    }

    private static void copy(SocketChannel from, SocketChannel to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        while (from.read(buffer) >= 0) {
            buffer.flip();
            writeAll(to, buffer);
            buffer.clear();
        }
        to.shutdownOutput();
    }

    static void writeAll(SocketChannel to, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    /** Lets the other direction end, too. */
    private static void breakOff(SocketChannel one, SocketChannel other) {
        try (one;
                other) {
            one.shutdownInput();
        } catch (IOException e) {
            // closed already
        }
    }

    /** Up to the first line end, without it; at most {@code most} bytes. */
    static String line(SocketChannel from, int most) throws IOException {
        StringBuilder line = new StringBuilder();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (from.read(one.clear()) > 0 && line.length() < most) {
            char character = (char) (one.get(0) & 0xff);
            if (character == '\n') {
                return line.toString();
            }
            line.append(character);
        }
        throw new IOException("a line was expected, not '" + line + "'");
    }
}
