// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.fairlead.protocol.time.TimeSource;

/** The same as {@link TimedChannel} of a stream: for answers of a few bytes that come before the data. */
public final class TimedStream extends FilterInputStream {
    private final TimedChannel.Reads reads;
    private final TimeSource time;

    public TimedStream(InputStream stream, TimedChannel.Reads reads, TimeSource time) {
        super(stream);
        this.reads = reads;
        this.time = time;
    }

    @Override
    public int read() throws IOException {
        long begun = time.nanoTime();
        int read = -1;
        try {
            read = super.read();
            return read;
        } finally {
            reads.gave(read < 0 ? 0 : 1, time.nanoTime() - begun);
        }
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        long begun = time.nanoTime();
        int read = 0;
        try {
            read = super.read(into, from, most);
            return read;
        } finally {
            reads.gave(Math.max(0, read), time.nanoTime() - begun);
        }
    }
}
