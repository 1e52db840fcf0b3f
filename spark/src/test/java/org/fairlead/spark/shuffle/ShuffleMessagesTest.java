// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.rpc.RpcEndpointRef;
import org.fairlead.core.shuffle.copy.CopyQueue.Part;
import org.junit.jupiter.api.Test;

class ShuffleMessagesTest {
    /** Keeps what it is told of blocks that are not copied. */
    private static final class Told implements ShuffleMessages.Taker {
        private final List<Part<CopyKey>> notCopied = new ArrayList<>();

        @Override
        public void joined(String executor, RpcEndpointRef endpoint, String host, int port, long[] totals) {}

        @Override
        public void wrote(String executor, int shuffle, long map, byte[] packed) {}

        @Override
        public void counted(String executor, long[] totals) {}

        @Override
        public void counted(String executor, int shuffle, long[] totals) {}

        @Override
        public void notCopied(int shuffle, long[] map, int[] reduce, long[] bytes) {
            for (int block = 0; block < map.length; block++) {
                notCopied.add(new Part<>(new CopyKey(shuffle, map[block], reduce[block]), bytes[block]));
            }
        }
    }

    private final Told told = new Told();

    @Test
    void whichBlocksAreNotCopiedArrivesAsItWasSent() throws IOException {
        List<Part<CopyKey>> blocks =
                List.of(new Part<>(new CopyKey(3, 10, 1), 8000), new Part<>(new CopyKey(3, 11, 2), 7000));

        Object message = ShuffleMessages.notCopied("2", 3, blocks);
        assertThat(ShuffleMessages.isOurs(message)).isTrue();
        ShuffleMessages.read(message, told);

        assertThat(told.notCopied).containsExactlyElementsOf(blocks);
    }

    @Test
    void aMessageWhosePartsDoNotMatchIsNoneOfOurs() {
        Object[] message = {"fairlead-shuffle", "2", 3, new long[] {10, 11}, new int[] {1}, new long[] {8000}};

        assertThatThrownBy(() -> ShuffleMessages.read(message, told)).isInstanceOf(IOException.class);
        assertThat(told.notCopied).isEmpty();
    }
}
