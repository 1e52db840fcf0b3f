// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Modifier;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.net.unix.DomainSocket;
import org.apache.spark.TaskContext;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.source.SourceName;
import org.fairlead.spark.source.SourceTally;
import org.fairlead.spark.source.TimedChannel;
import org.fairlead.spark.source.TimedStream;
import org.fairlead.spark.status.RunningTask;
import org.fairlead.spark.status.RunningTasks;

/**
 * A connection to a DataNode that counts what comes over it, and how long readers wait for that, for the task that reads. Here, below all buffers of HDFS's client, every way
 * of reading is seen, a read is a packet of 64 KiB or more, and the DataNode is known. Connections are kept and used by one block's reader after the other.
 */
final class TimedPeer implements Peer {
    /** Whether this Hadoop's interface has nothing that is not passed on here. */
    private static final boolean COMPLETE =
            Arrays.stream(TimedPeer.class.getMethods()).noneMatch(method -> Modifier.isAbstract(method.getModifiers()));

    private final Peer peer;
    private final SourceName source;
    private final SourceTally ofDataNode;
    private final TimeSource time;
    /** Empty where a read that has timed out cannot be repeated. */
    private final Optional<LeavingReads> leaving;

    /** Whose {@link #tally} it is; of one reader at a time. */
    private TaskContext reader;

    private Optional<SourceTally> tally = Optional.empty();

    private TimedPeer(Peer peer, DatanodeID datanode, SourceName source, int readTimeoutMillis, TimeSource time) {
        this.peer = peer;
        this.source = source;
        leaving = peer.hasSecureChannel()
                ? Optional.empty()
                : Optional.of(new LeavingReads(peer, datanode, readTimeoutMillis));
        ofDataNode = DataNodeTimes.of(source.host());
        this.time = time;
    }

    /**
     * The connection, counted where that can be.
     *
     * @param readTimeoutMillis that it has been given; 0: none
     */
    static Peer of(Peer peer, DatanodeID datanode, int readTimeoutMillis, TimeSource time) {
        try {
            return COMPLETE ? new TimedPeer(peer, datanode, source(peer, datanode), readTimeoutMillis, time) : peer;
        } catch (RuntimeException | LinkageError e) {
            EndedReads.failed("What a DataNode gives is not counted", e);
            return peer;
        }
    }

    /**
     * The task on this thread, if there is one, has waited for a connection.
     *
     * @param peer null if there was none
     */
    static void connected(Peer peer, DatanodeID datanode, long nanos) {
        try {
            if (peer == null) {
                DataNodeTimes.of(datanode.getHostName()).gave(0, nanos);
            }
            ofThisTask(source(peer, datanode)).ifPresent(tally -> tally.gave(0, nanos));
        } catch (RuntimeException | LinkageError e) {
            EndedReads.failed("The time of a connection is not counted", e);
        }
    }

    private static SourceName source(Peer peer, DatanodeID datanode) {
        return new SourceName(SourceReads.HDFS, datanode.getHostName(), peer != null && peer.isLocal());
    }

    private static Optional<SourceTally> ofThisTask(SourceName source) {
        return RunningTasks.current().map(RunningTask::reading).map(reading -> reading.sources()
                .of(source));
    }

    private Optional<SourceTally> tally() {
        TaskContext task = TaskContext.get();
        if (task != reader) {
            tally = ofThisTask(source);
            reader = task;
        }
        return tally;
    }

    private void gave(long bytes, long nanos) {
        ofDataNode.gave(bytes, nanos);
        try {
            Optional<SourceTally> whose = tally();
            if (whose.isPresent()) {
                whose.get().gave(bytes, nanos);
            }
        } catch (RuntimeException | LinkageError e) {
            EndedReads.failed("What a DataNode gives is not counted", e);
        }
    }

    @Override
    public ReadableByteChannel getInputStreamChannel() {
        ReadableByteChannel channel = peer.getInputStreamChannel();
        if (channel == null) {
            return null;
        }
        return new TimedChannel(leaving.isPresent() ? leaving.get().of(channel) : channel, this::gave, time);
    }

    /** Asked for once for each request. */
    @Override
    public InputStream getInputStream() throws IOException {
        InputStream stream = peer.getInputStream();
        ofDataNode.asked();
        try {
            tally().ifPresent(SourceTally::asked);
        } catch (RuntimeException | LinkageError e) {
            EndedReads.failed("A request is not counted", e);
        }
        return new TimedStream(leaving.isPresent() ? leaving.get().of(stream) : stream, this::gave, time);
    }

    @Override
    public void setReadTimeout(int timeoutMs) throws IOException {
        peer.setReadTimeout(timeoutMs);
    }

    @Override
    public int getReceiveBufferSize() throws IOException {
        return peer.getReceiveBufferSize();
    }

    @Override
    public boolean getTcpNoDelay() throws IOException {
        return peer.getTcpNoDelay();
    }

    @Override
    public void setWriteTimeout(int timeoutMs) throws IOException {
        peer.setWriteTimeout(timeoutMs);
    }

    @Override
    public boolean isClosed() {
        return peer.isClosed();
    }

    @Override
    public void close() throws IOException {
        peer.close();
    }

    @Override
    public String getRemoteAddressString() {
        return peer.getRemoteAddressString();
    }

    @Override
    public String getLocalAddressString() {
        return peer.getLocalAddressString();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return peer.getOutputStream();
    }

    @Override
    public boolean isLocal() {
        return peer.isLocal();
    }

    @Override
    public DomainSocket getDomainSocket() {
        return peer.getDomainSocket();
    }

    @Override
    public boolean hasSecureChannel() {
        return peer.hasSecureChannel();
    }

    @Override
    public String toString() {
        return peer.toString();
    }
}
