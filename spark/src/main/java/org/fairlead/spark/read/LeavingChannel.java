// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.net.Peer;
import org.fairlead.core.profile.ReadTimes;

/**
 * What comes from a DataNode, for a read in order that stops to wait when its {@link SourceWatch} says so. It then ends as if nothing had come for all of HDFS's time-out, upon which
 * HDFS's stream asks once more, by the block's list. A read that is not watched waits as HDFS has it.
 */
final class LeavingChannel implements ReadableByteChannel {
    /** After so many milliseconds the watch is asked, and then again. */
    private static final long LOOK_MILLIS = Math.round(1000 * ReadTimes.LEAST_WAIT_SECONDS);

    private final ReadableByteChannel channel;
    private final Peer peer;
    private final int timeoutMillis;

    /**
     * @param peer whose channel it is; a read that times out may be repeated
     * @param timeoutMillis that the peer has by HDFS's configuration; 0: none
     */
    LeavingChannel(ReadableByteChannel channel, Peer peer, int timeoutMillis) {
        this.channel = channel;
        this.peer = peer;
        this.timeoutMillis = timeoutMillis;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        Optional<SourceWatch> watch = SourceWatch.ofThisRead();
        return watch.isPresent() ? read(into, watch.get()) : channel.read(into);
    }

    private int read(ByteBuffer into, SourceWatch watch) throws IOException {
        boolean ended = true;
        try {
            int read = readOrLeave(into, watch);
            ended = read < 0;
            return read;
        } finally {
            peer.setReadTimeout(timeoutMillis);
            if (ended) {
                watch.connectionFailed();
            }
        }
    }

    private int readOrLeave(ByteBuffer into, SourceWatch watch) throws IOException {
        long most = timeoutMillis == 0 ? Long.MAX_VALUE : timeoutMillis;
        long waited = 0;
        while (true) {
            long wait = Math.min(LOOK_MILLIS, most - waited);
            peer.setReadTimeout((int) wait);
            try {
                return channel.read(into);
            } catch (SocketTimeoutException e) {
                waited += wait;
                if (waited >= most || watch.stopsWaiting(TimeUnit.MILLISECONDS.toNanos(waited) / 1e9)) {
                    throw e;
                }
            }
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
