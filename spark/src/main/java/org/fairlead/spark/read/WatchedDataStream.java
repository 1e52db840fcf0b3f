// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** What {@code open} of HDFS gives, reading through a {@link WatchedStream}. What is asked of HDFS's own stream is asked of that. */
final class WatchedDataStream extends HdfsDataInputStream {
    private final DFSInputStream stream;

    WatchedDataStream(DFSInputStream stream, SourceWatch watch) {
        super(stream);
        this.stream = stream;
        in = new WatchedStream(stream, watch);
    }

    @Override
    public InputStream getWrappedStream() {
        return stream;
    }

    @Override
    public DatanodeInfo getCurrentDatanode() {
        return stream.getCurrentDatanode();
    }

    @Override
    public ExtendedBlock getCurrentBlock() {
        return stream.getCurrentBlock();
    }

    @Override
    public List<LocatedBlock> getAllBlocks() throws IOException {
        return stream.getAllBlocks();
    }

    @Override
    public long getVisibleLength() {
        return stream.getFileLength();
    }

    @Override
    public ReadStatistics getReadStatistics() {
        return stream.getReadStatistics();
    }

    @Override
    public void clearReadStatistics() {
        stream.clearReadStatistics();
    }
}
