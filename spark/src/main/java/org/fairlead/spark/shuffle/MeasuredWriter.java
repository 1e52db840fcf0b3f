// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.shuffle.ShuffleWriter;
import scala.Option;
import scala.Product2;
import scala.collection.Iterator;

/** Stock's writer of a map task, whose exact lengths are reported when it has ended well. */
final class MeasuredWriter<K, V> extends ShuffleWriter<K, V> {
    private final ShuffleWriter<K, V> stocks;
    private final Consumer<long[]> lengths;

    /** @param lengths gets bytes by partition; quick, throws nothing */
    MeasuredWriter(ShuffleWriter<K, V> stocks, Consumer<long[]> lengths) {
        this.stocks = stocks;
        this.lengths = lengths;
    }

    @Override
    public void write(Iterator<Product2<K, V>> records) throws IOException {
        stocks.write(records);
    }

    @Override
    public Option<MapStatus> stop(boolean success) {
        Option<MapStatus> status = stocks.stop(success);
        if (status.isDefined()) {
            lengths.accept(stocks.getPartitionLengths());
        }
        return status;
    }

    @Override
    public long[] getPartitionLengths() {
        return stocks.getPartitionLengths();
    }
}
