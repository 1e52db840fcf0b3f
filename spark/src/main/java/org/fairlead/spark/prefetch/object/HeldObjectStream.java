// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.object;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.s3a.impl.streams.InputStreamType;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStreamFactory;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.fairlead.spark.prefetch.HeldObject;

/** An object that is read from memory, and where that does not have it, by the stock stream, which is opened when it is first needed. What comes from memory counts as read, as what the stock stream gives does. */
final class HeldObjectStream extends ObjectInputStream implements CanSetReadahead, CanUnbuffer {
    private final ObjectReadParameters parameters;
    private final HeldObject held;
    private final ObjectInputStreamFactory factory;
    /** Null as long as nobody needed it. */
    private ObjectInputStream stock;
    /** Null as long as nobody chose. */
    private Long readahead;

    private long position;
    private volatile boolean closed;

    /**
     * @param held closed with this stream
     * @param factory of stock streams
     */
    HeldObjectStream(
            InputStreamType type, ObjectReadParameters parameters, HeldObject held, ObjectInputStreamFactory factory) {
        super(type, parameters);
        this.parameters = parameters;
        this.held = held;
        this.factory = factory;
    }

    @Override
    public synchronized int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) throws IOException {
        checkOpen();
        if (length == 0) {
            return 0;
        }
        if (position >= getContentLength()) {
            return -1;
        }
        int most = (int) Math.min(length, getContentLength() - position);
        int read = fromMemory(position, into, offset, most);
        if (read <= 0) {
            ObjectInputStream in = stock();
            in.seek(position);
            read = in.read(into, offset, (int) Math.min(most, besideUpTo(position) - position));
            held.readBeside(Math.max(0, read));
        }
        position += Math.max(0, read);
        return read;
    }

    @Override
    public synchronized int read(long from, byte[] into, int offset, int length) throws IOException {
        checkOpen();
        validatePositionedReadArgs(from, into, offset, length);
        if (length == 0) {
            return 0;
        }
        if (from >= getContentLength()) {
            return -1;
        }
        int most = (int) Math.min(length, getContentLength() - from);
        int read = fromMemory(from, into, offset, most);
        if (read <= 0) {
            read = stock().read(from, into, offset, (int) Math.min(most, besideUpTo(from) - from));
            held.readBeside(Math.max(0, read));
        }
        return read;
    }

    @Override
    public synchronized void readFully(long from, byte[] into, int offset, int length) throws IOException {
        checkOpen();
        validatePositionedReadArgs(from, into, offset, length);
        if (from + length > getContentLength()) {
            stock().readFully(from, into, offset, length); // throws as it does
            return;
        }
        int done = 0;
        while (done < length) {
            int read = fromMemory(from + done, into, offset + done, length - done);
            if (read <= 0) {
                read = (int) Math.min(length - done, besideUpTo(from + done) - from - done);
                stock().readFully(from + done, into, offset + done, read);
                held.readBeside(read);
            }
            done += read;
        }
    }

    /** Ranges that are held as a whole, one after the other; the rest as the stock stream does, which may read them while these are copied. */
    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        List<FileRange> here = new ArrayList<>();
        List<FileRange> beside = split(ranges, here);
        if (!beside.isEmpty()) {
            stock().readVectored(beside, allocate);
        }
        if (!here.isEmpty()) {
            super.readVectored(here, allocate);
        }
    }

    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        List<FileRange> here = new ArrayList<>();
        List<FileRange> beside = split(ranges, here);
        if (!beside.isEmpty()) {
            stock().readVectored(beside, allocate, release);
        }
        if (!here.isEmpty()) {
            super.readVectored(here, allocate, release);
        }
    }

    /** @return what is to be read beside; the rest is added to the other list */
    private List<FileRange> split(List<? extends FileRange> ranges, List<FileRange> here) throws IOException {
        checkOpen();
        List<FileRange> beside = new ArrayList<>();
        for (FileRange range : ranges) {
            boolean isHere = range.getLength() > 0 && held.covers(range.getOffset(), range.getLength());
            (isHere ? here : beside).add(range);
        }
        for (FileRange range : beside) {
            held.readBeside(range.getLength());
        }
        return beside;
    }

    private int fromMemory(long from, byte[] into, int offset, int most) throws IOException {
        int read = held.read(from, into, offset, most);
        if (read > 0) {
            getS3AStreamStatistics().bytesRead(read);
            FileSystem.Statistics all = getContext().getStats();
            if (all != null) {
                all.incrementBytesRead(read);
            }
        }
        return read;
    }

    private long besideUpTo(long from) {
        return held.nextFrom(from, getContentLength());
    }

    private synchronized ObjectInputStream stock() throws IOException {
        if (stock == null) {
            stock = factory.readObject(parameters);
            if (readahead != null && stock instanceof CanSetReadahead reads) {
                reads.setReadahead(readahead);
            }
        }
        return stock;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(getUri() + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
        }
    }

    @Override
    public synchronized void seek(long to) throws IOException {
        checkOpen();
        if (to < 0) {
            throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK + " " + to);
        }
        position = to;
    }

    @Override
    public synchronized long getPos() {
        return position;
    }

    @Override
    public boolean seekToNewSource(long to) {
        return false;
    }

    @Override
    public synchronized void setReadahead(Long bytes) throws IOException {
        readahead = bytes;
        if (stock instanceof CanSetReadahead reads) {
            reads.setReadahead(bytes);
        }
    }

    @Override
    public synchronized void unbuffer() {
        if (stock instanceof CanUnbuffer buffers) {
            buffers.unbuffer();
        }
    }

    @Override
    public boolean hasCapability(String capability) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case StreamCapabilities.READAHEAD, StreamCapabilities.UNBUFFER, StreamCapabilities.VECTOREDIO -> true;
            default -> super.hasCapability(capability);
        };
    }

    @Override
    protected boolean isStreamOpen() {
        return !closed;
    }

    @Override
    protected void abortInFinalizer() {
        try {
            close();
        } catch (IOException e) {
            // Nobody reads it any more.
        }
    }

    /** The stock stream ends what both have in common. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        held.close();
        if (stock != null) {
            stock.close();
        } else {
            super.close();
        }
    }
}
