// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/** The end of a connection that sends: first its number, by which {@link NumberedReceiver} finds the flow that it counts for. */
public final class NumberedConnection {
    private static final int BUFFER_BYTES = 1 << 16;

    private final SocketChannel channel;
    private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);

    public NumberedConnection(SocketChannel channel, int number) {
        this.channel = channel;
        this.number.putInt(number).flip();
    }

    /** What {@link #write} may send from. */
    public static ByteBuffer zeros() {
        return ByteBuffer.allocateDirect(BUFFER_BYTES);
    }

    public SocketChannel channel() {
        return channel;
    }

    /**
     * Writes until the socket is full.
     *
     * @param left bytes that are still to be sent
     * @param sent told of those that were
     * @return whether nothing is left
     */
    public boolean write(ByteBuffer zeros, LongSupplier left, IntConsumer sent) throws IOException {
        if (number.hasRemaining()) {
            channel.write(number);
        }
        for (long open = left.getAsLong(); open > 0; open = left.getAsLong()) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), open));
            int wanted = zeros.remaining();
            int written = channel.write(zeros);
            sent.accept(written);
            if (written < wanted) {
                return false;
            }
        }
        return true;
    }
}
