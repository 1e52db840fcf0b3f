// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.ShuffleBlockId;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.Iterator;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The blocks that a task reads, by the address of whoever has them; of which there is a copy here have this executor's. */
final class CopiedBlocks {
    private final List<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> byAddress;
    private final Map<CopyKey, ManagedBuffer> copies;
    private final Map<Long, BlockManagerId> originals;

    private CopiedBlocks(
            List<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> byAddress,
            Map<CopyKey, ManagedBuffer> copies,
            Map<Long, BlockManagerId> originals) {
        this.byAddress = byAddress;
        this.copies = copies;
        this.originals = originals;
    }

    /**
     * Pins the copies that are here.
     *
     * @param stocks as Spark's tracker lists them
     * @param here this executor
     * @param inBatches whether Spark reads a map task's blocks as one
     */
    static CopiedBlocks of(
            Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> stocks,
            BlockManagerId here,
            ShuffleParticipant participant,
            boolean inBatches,
            TaskContext task) {
        List<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> all = new ArrayList<>();
        List<CopyKey> wanted = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        while (stocks.hasNext()) {
            Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>> each = stocks.next();
            all.add(each);
            if (!each._1().executorId().equals(here.executorId())) {
                for (Tuple3<BlockId, Object, Object> block : CollectionConverters.asJava(each._2())) {
                    if (block._1() instanceof ShuffleBlockId shuffle) {
                        wanted.add(CopyKey.of(shuffle));
                        sizes.add((Long) block._2());
                    }
                }
            }
        }
        Map<CopyKey, ManagedBuffer> found = participant.copies(wanted, sizes, inBatches, task);
        Map<Long, BlockManagerId> originals = new HashMap<>();
        return new CopiedBlocks(found.isEmpty() ? all : moved(all, found, here, originals), found, originals);
    }

    private static List<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> moved(
            List<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> stocks,
            Map<CopyKey, ManagedBuffer> copies,
            BlockManagerId here,
            Map<Long, BlockManagerId> originals) {
        List<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> all = new ArrayList<>();
        List<Tuple3<BlockId, Object, Object>> copied = new ArrayList<>();
        for (Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>> each : stocks) {
            List<Tuple3<BlockId, Object, Object>> left = new ArrayList<>();
            for (Tuple3<BlockId, Object, Object> block : CollectionConverters.asJava(each._2())) {
                boolean isHere =
                        block._1() instanceof ShuffleBlockId shuffle && copies.containsKey(CopyKey.of(shuffle));
                (isHere ? copied : left).add(block);
                if (isHere) {
                    originals.put(((ShuffleBlockId) block._1()).mapId(), each._1());
                }
            }
            if (!left.isEmpty()) {
                all.add(entry(each._1(), left));
            }
        }
        all.add(entry(here, copied));
        return all;
    }

    private static Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>> entry(
            BlockManagerId address, List<Tuple3<BlockId, Object, Object>> blocks) {
        return new Tuple2<>(address, CollectionConverters.asScala(blocks).toSeq());
    }

    boolean isEmpty() {
        return copies.isEmpty();
    }

    Map<CopyKey, ManagedBuffer> copies() {
        return copies;
    }

    /** By map task's unique id, who has the originals of copies. */
    Map<Long, BlockManagerId> originals() {
        return originals;
    }

    /** As Spark's reader takes it. */
    Iterator<Tuple2<BlockManagerId, Seq<Tuple3<BlockId, Object, Object>>>> byAddress() {
        return CollectionConverters.asScala(byAddress).iterator();
    }
}
