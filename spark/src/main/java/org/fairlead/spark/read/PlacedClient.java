// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * HDFS's client, whose every question for the places of blocks comes through here: when a file is opened by path or by handle, when
 * a read comes to a block that is not known yet, when all replicas have failed and are asked for again. What reads by position, by
 * ranges or into buffers does, starts from one of these.
 */
final class PlacedClient extends DFSClient {
    PlacedClient(URI nameNode, Configuration conf, FileSystem.Statistics statistics) throws IOException {
        super(nameNode, conf, statistics);
    }

    @Override
    public LocatedBlocks getLocatedBlocks(String path, long start, long length) throws IOException {
        return ReplicaOrder.forThisTask(super.getLocatedBlocks(path, start, length));
    }

    @Override
    public HdfsLocatedFileStatus getLocatedFileInfo(String path, boolean needBlockToken) throws IOException {
        HdfsLocatedFileStatus status = super.getLocatedFileInfo(path, needBlockToken);
        if (status != null) {
            ReplicaOrder.forThisTask(status.getLocatedBlocks());
        }
        return status;
    }
}
