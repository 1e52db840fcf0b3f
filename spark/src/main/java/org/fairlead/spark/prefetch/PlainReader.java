// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;
import org.fairlead.spark.read.BesideReads;
import org.fairlead.spark.source.TimedChannel;

/** Reads what is not held of a block from its DataNodes, in the order of its task, one after the other until one gives it. Not safe for threads. */
final class PlainReader implements Closeable {
    private final LocatedReplicas replicas;
    private final List<DatanodeInfo> datanodes;
    private final Token<BlockTokenIdentifier> token;
    private final BesideReads seen;
    private final Set<DatanodeInfo> failed = new HashSet<>();
    private BlockReader reader;
    private DatanodeInfo datanode;
    /** What the DataNode gives. */
    private TimedChannel.Reads given = (bytes, nanos) -> {};

    private long next;
    private long end;

    /**
     * On the thread of the task.
     *
     * @param token of who reads
     * @param seen where it is counted
     */
    PlainReader(LocatedReplicas replicas, Token<BlockTokenIdentifier> token, BesideReads seen) {
        this.replicas = replicas;
        this.token = token;
        this.seen = seen;
        datanodes = BesideReads.inOrder(replicas.datanodes(), replicas.blockId());
    }

    /**
     * Reads some bytes.
     *
     * @param position in the block
     * @param most bytes, above 0 and no more than the buffer has room for
     * @param upTo where in the block reading is going to end, behind the position
     * @return how many, above 0
     * @throws IOException if no DataNode gives them, or the thread is interrupted
     */
    int read(long position, ByteBuffer to, int most, long upTo) throws IOException {
        while (true) {
            long begun = BesideReads.now();
            int read = 0;
            try {
                if (reader == null || next != position || next >= end) {
                    open(position, upTo);
                }
                ByteBuffer into = to.duplicate();
                into.limit(into.position() + (int) Math.min(most, end - position));
                read = reader.read(into);
                if (read <= 0) {
                    throw new EOFException("no more bytes at " + position);
                }
                to.position(to.position() + read);
                next = position + read;
                return read;
            } catch (ClosedByInterruptException | InterruptedIOException e) {
                close();
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                giveUp(e); // a time-out is one of these
            } catch (IOException e) {
                close();
                giveUp(e);
            } finally {
                given.gave(Math.max(0, read), BesideReads.now() - begun);
            }
        }
    }

    private void giveUp(IOException why) throws IOException {
        if (datanode == null) {
            throw why;
        }
        failed.add(datanode);
        datanode = null;
    }

    private void open(long position, long upTo) throws IOException {
        close();
        datanode = datanodes.stream()
                .filter(one -> !failed.contains(one))
                .findFirst()
                .orElse(null);
        if (datanode == null) {
            throw new IOException("no DataNode gives the rest of a block that is held in part");
        }
        given = seen.asks(datanode);
        reader = replicas.open(datanode, token, position, upTo - position);
        next = position;
        end = upTo;
    }

    @Override
    public void close() {
        BlockReader open = reader;
        reader = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It was read from, and is no longer needed.
            }
        }
    }
}
