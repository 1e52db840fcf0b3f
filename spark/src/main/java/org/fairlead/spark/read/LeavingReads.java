// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.fairlead.core.profile.ReadTimes;

/**
 * What comes over a connection to a DataNode, for a reader that stops to wait for it when its {@link WaitingRead} says so. The read then ends as if nothing had come for all of HDFS's time-out, upon
 * which HDFS's stream asks another DataNode. Who is not watched waits as HDFS has it.
 */
final class LeavingReads {
    /** After so many milliseconds it is asked, and then again. */
    private static final long LOOK_MILLIS = Math.round(1000 * ReadTimes.LEAST_WAIT_SECONDS);

    private final Peer peer;
    private final DatanodeID datanode;
    private final int timeoutMillis;

    private interface Attempt {
        int read() throws IOException;
    }

    /**
     * @param peer that may be read once more after a read of it has timed out
     * @param timeoutMillis that it has by HDFS's configuration; 0: none
     */
    LeavingReads(Peer peer, DatanodeID datanode, int timeoutMillis) {
        this.peer = peer;
        this.datanode = datanode;
        this.timeoutMillis = timeoutMillis;
    }

    private int read(Attempt attempt) throws IOException {
        Optional<WaitingRead> read = WaitingRead.ofThisThread();
        if (read.isEmpty()) {
            return attempt.read();
        }
        try {
            return readOrLeave(attempt, read.get());
        } finally {
            peer.setReadTimeout(timeoutMillis);
        }
    }

    private int readOrLeave(Attempt attempt, WaitingRead read) throws IOException {
        long most = timeoutMillis == 0 ? Long.MAX_VALUE : timeoutMillis;
        long waited = 0;
        while (true) {
            if (read.stopsWaiting(datanode, TimeUnit.MILLISECONDS.toNanos(waited) / 1e9)) {
                throw new SocketTimeoutException(
                        datanode + " gave nothing for " + waited + " ms: another DataNode is read");
            }
            long wait = Math.min(LOOK_MILLIS, most - waited);
            peer.setReadTimeout((int) wait);
            try {
                return attempt.read();
            } catch (SocketTimeoutException e) {
                waited += wait;
                if (waited >= most) {
                    throw e;
                }
            }
        }
    }

    ReadableByteChannel of(ReadableByteChannel channel) {
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer into) throws IOException {
                return LeavingReads.this.read(() -> channel.read(into));
            }

            @Override
            public boolean isOpen() {
                return channel.isOpen();
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    InputStream of(InputStream stream) {
        return new FilterInputStream(stream) {
            @Override
            public int read() throws IOException {
                return LeavingReads.this.read(in::read);
            }

            @Override
            public int read(byte[] into, int from, int most) throws IOException {
                return LeavingReads.this.read(() -> in.read(into, from, most));
            }
        };
    }
}
