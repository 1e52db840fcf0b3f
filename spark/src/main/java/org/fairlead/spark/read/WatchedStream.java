// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.HasEnhancedByteBufferAccess;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.io.ByteBufferPool;

/** HDFS's stream as it is, but that a {@link SourceWatch} is told of each read. A long read by position is made of several. */
final class WatchedStream extends FSInputStream
        implements ByteBufferReadable,
                CanSetDropBehind,
                CanSetReadahead,
                HasEnhancedByteBufferAccess,
                CanUnbuffer,
                StreamCapabilities,
                ByteBufferPositionedReadable {
    private final DFSInputStream stream;
    private final SourceWatch watch;

    WatchedStream(DFSInputStream stream, SourceWatch watch) {
        this.stream = stream;
        this.watch = watch;
    }

    /** Whether this Hadoop's stream can do nothing that is not passed on here. */
    static boolean isSupported() {
        try {
            return Arrays.stream(DFSInputStream.class.getInterfaces())
                            .allMatch(each -> each.isAssignableFrom(WatchedStream.class))
                    && DFSInputStream.class
                            .getMethod("readVectored", List.class, IntFunction.class)
                            .getDeclaringClass()
                            .equals(PositionedReadable.class);
        } catch (NoSuchMethodException | LinkageError e) {
            return false;
        }
    }

    /** Reads a part of what is to be read by position. */
    private interface Part {
        /**
         * @param done bytes that were read before
         * @return bytes, as streams do
         */
        int read(long position, int done, int most) throws IOException;
    }

    private interface InOrder {
        int read() throws IOException;
    }

    private int inOrder(InOrder whole) throws IOException {
        int read;
        watch.begins();
        try {
            read = whole.read();
        } finally {
            watch.ends();
        }
        watch.gave();
        return read;
    }

    private int inPieces(long position, int length, Part part) throws IOException {
        if (length <= 0 || position < 0) {
            return part.read(position, 0, length);
        }
        int done = 0;
        while (done < length) {
            int most = watch.pieceBytes(position + done, length - done);
            int read;
            watch.begins(position + done);
            try {
                read = part.read(position + done, done, most);
            } finally {
                watch.ends();
            }
            if (read > 0) {
                watch.gaveUntil(position + done + read);
            }
            if (read < most) {
                return done == 0 ? read : done + Math.max(0, read);
            }
            done += read;
        }
        return done;
    }

    /** The same of a buffer, of which a part is shown at a time. */
    private int inPieces(long position, ByteBuffer buffer, Part part) throws IOException {
        int end = buffer.limit();
        return inPieces(position, buffer.remaining(), (from, done, most) -> {
            buffer.limit(buffer.position() + most);
            try {
                return part.read(from, done, most);
            } finally {
                buffer.limit(end);
            }
        });
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) throws IOException {
        return inPieces(position, length, (from, done, most) -> stream.read(from, buffer, offset + done, most));
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        inPieces(position, length, (from, done, most) -> {
            stream.readFully(from, buffer, offset + done, most);
            return most;
        });
    }

    @Override
    public int read(long position, ByteBuffer buffer) throws IOException {
        return inPieces(position, buffer, (from, done, most) -> stream.read(from, buffer));
    }

    @Override
    public void readFully(long position, ByteBuffer buffer) throws IOException {
        inPieces(position, buffer, (from, done, most) -> {
            stream.readFully(from, buffer);
            return most;
        });
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return inOrder(() -> stream.read(buffer, offset, length));
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        return inOrder(() -> stream.read(buffer));
    }

    @Override
    public int read() throws IOException {
        return inOrder(() -> stream.read());
    }

    @Override
    public ByteBuffer read(ByteBufferPool pool, int most, EnumSet<ReadOption> options) throws IOException {
        ByteBuffer[] read = new ByteBuffer[1];
        inOrder(() -> {
            read[0] = stream.read(pool, most, options);
            return 0;
        });
        return read[0];
    }

    @Override
    public void releaseBuffer(ByteBuffer buffer) {
        stream.releaseBuffer(buffer);
    }

    @Override
    public void seek(long position) throws IOException {
        stream.seek(position);
    }

    @Override
    public boolean seekToNewSource(long position) throws IOException {
        return stream.seekToNewSource(position);
    }

    @Override
    public long getPos() throws IOException {
        return stream.getPos();
    }

    @Override
    public long skip(long bytes) throws IOException {
        return stream.skip(bytes);
    }

    @Override
    public int available() throws IOException {
        return stream.available();
    }

    @Override
    public void setReadahead(Long bytes) throws IOException {
        stream.setReadahead(bytes);
    }

    @Override
    public void setDropBehind(Boolean drop) throws IOException {
        stream.setDropBehind(drop);
    }

    @Override
    public void unbuffer() {
        stream.unbuffer();
    }

    @Override
    public boolean hasCapability(String capability) {
        return stream.hasCapability(capability);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    @Override
    public String toString() {
        return stream.toString();
    }
}
