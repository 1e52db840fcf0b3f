// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.Iterator;
import java.util.Map;
import org.apache.spark.FetchFailed;
import org.apache.spark.shuffle.FetchFailedException;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.storage.BlockManagerId;
import scala.Product2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's reader of blocks of which some are copies that are here. Where such a copy cannot be decoded, Spark asks this executor for the block once more, which has no file of it, and takes all output of this
 * executor for lost. The fetch that has failed is here one of the original, which may be corrupt on its disk: Spark then makes the output of the executor that has it again, not this one's.
 */
final class CopyReader<K, C> implements ShuffleReader<K, C> {
    private final ShuffleReader<K, C> reader;
    private final BlockManagerId here;
    private final Map<Long, BlockManagerId> originals;

    /**
     * @param here this executor
     * @param originals by map task's unique id, who has the originals of what is read from copies
     */
    CopyReader(ShuffleReader<K, C> reader, BlockManagerId here, Map<Long, BlockManagerId> originals) {
        this.reader = reader;
        this.here = here;
        this.originals = Map.copyOf(originals);
    }

    @Override
    public scala.collection.Iterator<Product2<K, C>> read() {
        try {
            return CollectionConverters.asScala(new Records(reader.read()));
        } catch (Exception e) {
            throw CopyReader.<RuntimeException>thrown(ofOriginal(e));
        }
    }

    /** Scala's methods throw what they do not declare. */
    @SuppressWarnings("unchecked")
    static <E extends Exception> RuntimeException thrown(Exception e) throws E {
        throw (E) e;
    }

    /** Making such a failure also tells Spark of it, in the place of the one before. */
    private Exception ofOriginal(Exception e) {
        if (e instanceof FetchFailedException fetch
                && fetch.toTaskFailedReason() instanceof FetchFailed failed
                && here.equals(failed.bmAddress())
                && originals.containsKey(failed.mapId())) {
            return new FetchFailedException(
                    originals.get(failed.mapId()),
                    failed.shuffleId(),
                    failed.mapId(),
                    failed.mapIndex(),
                    failed.reduceId(),
                    "A copy of it cannot be read: " + e.getMessage(),
                    e);
        }
        return e;
    }

    private final class Records implements Iterator<Product2<K, C>> {
        private final scala.collection.Iterator<Product2<K, C>> records;

        private Records(scala.collection.Iterator<Product2<K, C>> records) {
            this.records = records;
        }

        @Override
        public boolean hasNext() {
            try {
                return records.hasNext();
            } catch (Exception e) {
                throw CopyReader.<RuntimeException>thrown(ofOriginal(e));
            }
        }

        @Override
        public Product2<K, C> next() {
            try {
                return records.next();
            } catch (Exception e) {
                throw CopyReader.<RuntimeException>thrown(ofOriginal(e));
            }
        }
    }
}
