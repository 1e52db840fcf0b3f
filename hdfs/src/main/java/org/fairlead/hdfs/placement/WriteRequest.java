// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.placement;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * What Hadoop asks a placement policy; its own objects, possibly null as it passes them.
 *
 * @param writer null when the client's place does not matter or is unknown
 * @param excluded null for none
 * @param flags null for none; never null when a client asks for a new block
 * @param striped of an erasure-coded file
 * @param returnsChosen whether the replicas that stand already are part of the answer
 */
record WriteRequest(
        String path,
        int additional,
        Node writer,
        List<DatanodeStorageInfo> chosen,
        Set<Node> excluded,
        long blockBytes,
        BlockStoragePolicy storagePolicy,
        EnumSet<AddBlockFlag> flags,
        boolean striped,
        boolean localFirst,
        boolean returnsChosen) {
    /** Replicas that an answer has when there are DataNodes enough. */
    int replicas() {
        return additional + (returnsChosen ? chosen.size() : 0);
    }

    /** Whether a client asks for a new block. */
    boolean byClient() {
        return chosen.isEmpty() && flags != null;
    }
}
