// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.placement;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyRackFaultTolerant;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementStatus;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * The same for erasure-coded files, over as many racks as there are; {@code dfs.block.placement.ec.classname}.
 */
public class FairleadErasureCodingPolicy extends BlockPlacementPolicyRackFaultTolerant implements Configurable {
    private static final String LOCAL_FIRST = "dfs.namenode.block-placement-policy.default.prefer-local-node";

    private Configuration conf = new Configuration(false);
    private boolean localFirst = true;

    @Override
    public void setConf(Configuration newConf) {
        conf = newConf;
        localFirst = newConf.getBoolean(LOCAL_FIRST, true);
    }

    @Override
    public Configuration getConf() {
        return conf;
    }

    @Override
    public DatanodeStorageInfo[] chooseTarget(
            String path,
            int additional,
            Node writer,
            List<DatanodeStorageInfo> chosen,
            boolean returnChosenNodes,
            Set<Node> excluded,
            long blockBytes,
            BlockStoragePolicy storagePolicy,
            EnumSet<AddBlockFlag> flags) {
        WriteRequest request = new WriteRequest(
                path,
                additional,
                writer,
                chosen,
                excluded,
                blockBytes,
                storagePolicy,
                flags,
                true,
                localFirst,
                returnChosenNodes);
        return PlacementSeam.choose(
                clusterMap,
                request,
                set -> super.chooseTarget(
                        path, additional, writer, chosen, returnChosenNodes, set, blockBytes, storagePolicy, flags));
    }

    /** Hadoop asks so where a client's favored nodes are too few. */
    @Override
    public DatanodeStorageInfo[] chooseTarget(
            String path,
            int additional,
            Node writer,
            List<DatanodeStorageInfo> chosen,
            boolean returnChosenNodes,
            Set<Node> excluded,
            long blockBytes,
            BlockStoragePolicy storagePolicy,
            EnumSet<AddBlockFlag> flags,
            EnumMap<StorageType, Integer> storageTypes) {
        WriteRequest request = new WriteRequest(
                path,
                additional,
                writer,
                chosen,
                excluded,
                blockBytes,
                storagePolicy,
                flags,
                true,
                localFirst,
                returnChosenNodes);
        // Hadoop takes out of the map what it has found.
        return PlacementSeam.besideFavored(
                clusterMap,
                request,
                set -> super.chooseTarget(
                        path,
                        additional,
                        writer,
                        chosen,
                        returnChosenNodes,
                        set,
                        blockBytes,
                        storagePolicy,
                        flags,
                        storageTypes == null ? null : storageTypes.clone()));
    }

    @Override
    protected void chooseFavouredNodes(
            String path,
            int replicas,
            List<DatanodeDescriptor> favored,
            Set<Node> favoredAndExcluded,
            long blockBytes,
            int mostPerRack,
            List<DatanodeStorageInfo> results,
            boolean avoidStale,
            EnumMap<StorageType, Integer> storageTypes)
            throws NotEnoughReplicasException {
        super.chooseFavouredNodes(
                path,
                replicas,
                PlacementSeam.favored(clusterMap, favored),
                favoredAndExcluded,
                blockBytes,
                mostPerRack,
                results,
                avoidStale,
                storageTypes);
    }

    @Override
    public BlockPlacementStatus verifyBlockPlacement(DatanodeInfo[] replicas, int wanted) {
        return PlacementCheck.verify(clusterMap, replicas, true, super.verifyBlockPlacement(replicas, wanted));
    }

    @Override
    public boolean isMovable(Collection<DatanodeInfo> replicas, DatanodeInfo source, DatanodeInfo target) {
        return PlacementCheck.allowsMove(
                clusterMap, replicas, source, target, true, super.isMovable(replicas, source, target));
    }

    @Override
    protected Node chooseTargetInOrder(
            int additional,
            Node writer,
            Set<Node> excluded,
            long blockBytes,
            int mostPerRack,
            List<DatanodeStorageInfo> results,
            boolean avoidStale,
            boolean newBlock,
            EnumMap<StorageType, Integer> storageTypes)
            throws NotEnoughReplicasException {
        // Planned ones as a favored node is taken: every check but the veto by connection count, which our score
        // replaces.
        int left = PlacementSeam.takePlanned(
                additional,
                writer,
                results,
                own -> chooseLocalStorage(own, excluded, blockBytes, mostPerRack, results, avoidStale, storageTypes),
                planned -> chooseLocalOrFavoredStorage(
                        planned, true, excluded, blockBytes, mostPerRack, results, avoidStale, storageTypes));
        return left == 0 && additional > 0
                ? PlacementSeam.source(writer, results)
                : super.chooseTargetInOrder(
                        left, writer, excluded, blockBytes, mostPerRack, results, avoidStale, newBlock, storageTypes);
    }
}
