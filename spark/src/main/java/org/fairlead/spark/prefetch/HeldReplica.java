// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import org.apache.hadoop.hdfs.ReplicaAccessor;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.fairlead.spark.read.BesideReads;

/**
 * A block that is read from memory, and where that does not have it, from a DataNode. An IOException would make Hadoop's client take the DataNode for dead that it was about to read from, and too few bytes would be taken for the
 * file's own: neither is ever given. If no DataNode gives the rest, the client is told that its block token is no longer good. It then asks the NameNode again and reads by its own means, from whomever it likes.
 */
final class HeldReplica extends ReplicaAccessor {
    private final HeldReplicas owner;
    private final BlockKey block;
    private final HeldBlock held;
    private final PlainReader plain;
    private final BesideReads seen;
    private final long visibleLength;
    private boolean wasRead;
    private boolean failed;

    /**
     * @param seen where it is counted what memory gives
     * @param visibleLength where in the block reading ends
     */
    HeldReplica(
            HeldReplicas owner,
            BlockKey block,
            HeldBlock held,
            PlainReader plain,
            BesideReads seen,
            long visibleLength) {
        this.owner = owner;
        this.block = block;
        this.held = held;
        this.plain = plain;
        this.seen = seen;
        this.visibleLength = visibleLength;
    }

    @Override
    public int read(long pos, byte[] buf, int off, int len) throws IOException {
        return read(pos, ByteBuffer.wrap(buf, off, len));
    }

    @Override
    public int read(long pos, ByteBuffer buf) throws IOException {
        if (!buf.hasRemaining()) {
            return 0;
        }
        if (pos >= visibleLength) {
            return -1;
        }
        int most = (int) Math.min(buf.remaining(), visibleLength - pos);
        int fromMemory = fromMemory(pos, buf, most);
        return fromMemory > 0 ? fromMemory : fromDataNode(pos, buf, most);
    }

    /** @return 0 if these bytes are to be read elsewhere */
    private int fromMemory(long pos, ByteBuffer buf, int most) throws IOException {
        if (failed) {
            return 0;
        }
        ByteBuffer into = buf.duplicate();
        long begun = BesideReads.now();
        try {
            int read = held.read(pos, into, most);
            seen.gaveFromMemory(read, BesideReads.now() - begun);
            buf.position(buf.position() + read);
            if (read > 0 && !wasRead) {
                wasRead = true;
                owner.hit();
            }
            return read;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(e);
        } catch (RuntimeException | Error e) {
            failed = true;
            owner.failed("read", e);
            return 0;
        }
    }

    private int fromDataNode(long pos, ByteBuffer buf, int most) throws IOException {
        try {
            long upTo = failed ? visibleLength : held.nextFrom(pos, visibleLength);
            int read = plain.read(pos, buf, (int) Math.min(most, upTo - pos), upTo);
            owner.readBeside(read);
            return read;
        } catch (ClosedByInterruptException | InterruptedIOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            throw leftToStock(e);
        } catch (IOException | RuntimeException | Error e) {
            throw leftToStock(e);
        }
    }

    private InvalidBlockTokenException leftToStock(Throwable why) {
        failed = true;
        owner.leave(block);
        InvalidBlockTokenException left = new InvalidBlockTokenException("left to Hadoop's own reader: " + why);
        left.initCause(why);
        return left;
    }

    private static InterruptedIOException interrupted(InterruptedException why) {
        InterruptedIOException interrupted = new InterruptedIOException("interrupted while input was awaited");
        interrupted.initCause(why);
        return interrupted;
    }

    @Override
    public void close() {
        try {
            plain.close();
            held.close();
            if (!failed) {
                owner.succeeded();
            }
        } catch (RuntimeException | Error e) {
            owner.failed("close", e);
        }
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public boolean isShortCircuit() {
        return false;
    }
}
