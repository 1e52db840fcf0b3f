// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;

/** Reads what is not held of a block from its DataNodes, in the NameNode's order, one after the other until one gives it. Not safe for threads. */
final class PlainReader implements Closeable {
    private final LocatedReplicas replicas;
    private final Token<BlockTokenIdentifier> token;
    private final Set<DatanodeInfo> failed = new HashSet<>();
    private BlockReader reader;
    private DatanodeInfo datanode;
    private long next;
    private long end;

    /** @param token of who reads */
    PlainReader(LocatedReplicas replicas, Token<BlockTokenIdentifier> token) {
        this.replicas = replicas;
        this.token = token;
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
            try {
                if (reader == null || next != position || next >= end) {
                    open(position, upTo);
                }
                ByteBuffer into = to.duplicate();
                into.limit(into.position() + (int) Math.min(most, end - position));
                int read = reader.read(into);
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
        datanode = replicas.datanodes().stream()
                .filter(one -> !failed.contains(one))
                .findFirst()
                .orElse(null);
        if (datanode == null) {
            throw new IOException("no DataNode gives the rest of a block that is held in part");
        }
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
