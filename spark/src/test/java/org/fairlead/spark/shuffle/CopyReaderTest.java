// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.FetchFailed;
import org.apache.spark.shuffle.FetchFailedException;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.storage.BlockManagerId;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.Product2;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

class CopyReaderTest {
    private static final BlockManagerId HERE = BlockManagerId.apply("1", "h1", 7000, Option.empty());
    private static final BlockManagerId SENDER = BlockManagerId.apply("2", "h2", 7000, Option.empty());
    private static final BlockManagerId OTHER = BlockManagerId.apply("3", "h3", 7000, Option.empty());

    /** Of map task 10 there are copies. */
    private static <K, C> ShuffleReader<K, C> of(ShuffleReader<K, C> sparks) {
        return new CopyReader<>(sparks, HERE, Map.of(10L, SENDER));
    }

    private static FetchFailed failureOf(Exception thrown) {
        ShuffleReader<String, String> sparks = () -> CollectionConverters.asScala(new Failing(thrown));
        Throwable seen = catchThrowable(() -> of(sparks).read().next());
        assertThat(seen).isInstanceOf(FetchFailedException.class);
        return (FetchFailed) ((FetchFailedException) seen).toTaskFailedReason();
    }

    private static final class Failing implements Iterator<Product2<String, String>> {
        private final Exception thrown;

        private Failing(Exception thrown) {
            this.thrown = thrown;
        }

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public Product2<String, String> next() {
            throw CopyReader.<RuntimeException>thrown(thrown);
        }
    }

    private static FetchFailedException failed(BlockManagerId address, long map) {
        return new FetchFailedException(address, 3, map, 4, 5, "not to be decoded", null);
    }

    @Test
    void recordsAreSparks() {
        List<Product2<String, String>> records = List.of(new Tuple2<>("a", "b"), new Tuple2<>("c", "d"));
        ShuffleReader<String, String> sparks = () -> CollectionConverters.asScala(records.iterator());

        assertThat(CollectionConverters.asJava(of(sparks).read())).toIterable().containsExactlyElementsOf(records);
    }

    @Test
    void aCopyThatCannotBeReadIsAFailureOfItsOriginal() {
        FetchFailed failure = failureOf(failed(HERE, 10));

        assertThat(failure.bmAddress()).isEqualTo(SENDER);
        assertThat(failure.shuffleId()).isEqualTo(3);
        assertThat(failure.mapId()).isEqualTo(10);
        assertThat(failure.mapIndex()).isEqualTo(4);
        assertThat(failure.reduceId()).isEqualTo(5);
    }

    @Test
    void whatFailsWithoutACopyIsAsInSpark() {
        assertThat(failureOf(failed(HERE, 11)).bmAddress()).isEqualTo(HERE);
        assertThat(failureOf(failed(OTHER, 10)).bmAddress()).isEqualTo(OTHER);
        assertThat(failureOf(failed(null, 10)).bmAddress()).isNull();
    }

    @Test
    void anyOtherFailureIsAsItWas() {
        IllegalStateException thrown = new IllegalStateException("of the job");
        ShuffleReader<String, String> sparks = () -> {
            throw thrown;
        };

        assertThatThrownBy(() -> of(sparks).read()).isSameAs(thrown);
    }
}
