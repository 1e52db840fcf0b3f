// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.fairlead.protocol.time.TimeSource;

/** A channel whose bytes are counted, with the time until they were there. Costs two looks at the clock for each read, which for HDFS is a packet. */
public final class TimedChannel implements ReadableByteChannel {
    private final ReadableByteChannel channel;
    private final Reads reads;
    private final TimeSource time;

    /** Takes note of what was read; throws nothing. */
    public interface Reads {
        /** @param waitedNanos until it was there, or until it was known that it is not */
        void gave(long bytes, long waitedNanos);
    }

    public TimedChannel(ReadableByteChannel channel, Reads reads, TimeSource time) {
        this.channel = channel;
        this.reads = reads;
        this.time = time;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        long begun = time.nanoTime();
        int read = 0;
        try {
            read = channel.read(into);
            return read;
        } finally {
            reads.gave(Math.max(0, read), time.nanoTime() - begun);
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
