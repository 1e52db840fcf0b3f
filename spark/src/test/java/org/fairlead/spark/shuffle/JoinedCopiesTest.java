// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.ShuffleBlockBatchId;
import org.apache.spark.storage.ShuffleBlockId;
import org.junit.jupiter.api.Test;
import scala.Option;

class JoinedCopiesTest {
    private final Map<CopyKey, PinnedCopy> pinned = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private final CopyResolver resolver = new CopyResolver(
            new SparkConf(false), () -> null, key -> Optional.<ManagedBuffer>ofNullable(pinned.get(key)));

    private void pin(long map, int reduce, int... content) {
        byte[] bytes = new byte[content.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) content[i];
        }
        pinned.put(
                new CopyKey(3, map, reduce),
                new PinnedCopy(
                        ByteBuffer.wrap(bytes),
                        () -> told.add("read " + map + "/" + reduce),
                        () -> told.add("unread " + map + "/" + reduce)));
    }

    private ManagedBuffer read(BlockId block) {
        return resolver.getBlockData(block, Option.empty());
    }

    /** The second partition is empty: Spark has no block of it. */
    @Test
    void copiesOfOneMapTaskAreReadOneAfterTheOther() throws IOException {
        pin(10, 4, 1, 2);
        pin(10, 6, 3);
        pin(10, 8, 9);

        ManagedBuffer batch = read(new ShuffleBlockBatchId(3, 10, 4, 7));

        assertThat(batch.size()).isEqualTo(3);
        try (InputStream in = batch.createInputStream()) {
            assertThat(in.readAllBytes()).containsExactly(1, 2, 3);
        }
        ByteBuffer all = batch.nioByteBuffer();
        assertThat(all.remaining()).isEqualTo(3);
        assertThat(all.get(2)).isEqualTo((byte) 3);
    }

    @Test
    void aBlockAloneIsItsCopy() {
        pin(10, 4, 1, 2);

        assertThat(read(new ShuffleBlockId(3, 10, 4))).isSameAs(pinned.get(new CopyKey(3, 10, 4)));
    }

    @Test
    void whatIsReadAsOneIsReleasedAsOne() {
        pin(10, 4, 1);
        pin(10, 5, 2);

        ManagedBuffer batch = read(new ShuffleBlockBatchId(3, 10, 4, 6)).retain();
        assertThat(told).isEmpty();
        batch.release();

        assertThat(told).containsExactly("read 10/4", "read 10/5");
    }

    @Test
    void ofAMapTaskOfWhichABlockIsMissingNoneIsRead() {
        pin(10, 4, 1);
        pin(10, 5, 2);
        pin(11, 4, 3);
        CopyKey missing = new CopyKey(3, 11, 5);

        assertThat(JoinedCopies.giveBackParts(
                        List.of(new CopyKey(3, 10, 4), new CopyKey(3, 10, 5), new CopyKey(3, 11, 4), missing), pinned))
                .containsExactly(new CopyKey(3, 11, 4));

        assertThat(pinned).containsOnlyKeys(new CopyKey(3, 10, 4), new CopyKey(3, 10, 5));
        assertThat(told).containsExactly("unread 11/4");
    }
}
