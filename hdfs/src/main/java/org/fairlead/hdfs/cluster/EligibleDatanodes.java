// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.cluster;

import java.util.BitSet;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.fairlead.core.placement.Candidates;

/**
 * The DataNodes that could take a block, by plain reads: a filter ahead of Hadoop's own
 * checks, which have the last word.
 *
 * @param excluded host indices that must not be chosen
 * @param storageType looked up only when it is not the one that every DataNode has
 */
public record EligibleDatanodes(
        DatanodeTable table, BitSet excluded, long blockBytes, Optional<StorageType> storageType)
        implements Candidates {
    @Override
    public boolean eligible(int host) {
        DatanodeDescriptor datanode = table.datanodeAt(host);
        return datanode != null
                && !excluded.get(host)
                && datanode.isAlive()
                && datanode.isInService()
                && table.hasRoom(host, blockBytes)
                && (storageType.isEmpty() || datanode.hasStorageType(storageType.get()));
    }

    @Override
    public long storedReplicas(int host) {
        return table.stored(host);
    }
}
