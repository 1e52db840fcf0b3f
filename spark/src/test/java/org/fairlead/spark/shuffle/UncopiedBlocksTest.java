// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.fairlead.core.shuffle.copy.CopyQueue.Part;
import org.junit.jupiter.api.Test;

class UncopiedBlocksTest {
    private static final Part<CopyKey> FIRST = new Part<>(new CopyKey(3, 10, 1), 8000);
    private static final Part<CopyKey> SECOND = new Part<>(new CopyKey(4, 20, 0), 9000);
    private static final Part<CopyKey> THIRD = new Part<>(new CopyKey(3, 11, 2), 7000);

    private final UncopiedBlocks blocks = new UncopiedBlocks();
    private final List<List<Part<CopyKey>>> told = new ArrayList<>();

    private void tell() throws IOException {
        told.clear();
        blocks.tell((shuffle, parts) -> told.add(parts));
    }

    @Test
    void eachIsToldOnceByShuffle() throws IOException {
        blocks.add(List.of(FIRST, SECOND, THIRD));

        tell();
        assertThat(told).containsExactly(List.of(FIRST, THIRD), List.of(SECOND));
        tell();
        assertThat(told).isEmpty();
    }

    @Test
    void whatCouldNotBeSentIsToldTheNextTimeAndNothingTwice() throws IOException {
        blocks.add(List.of(FIRST, SECOND));

        assertThatThrownBy(() -> blocks.tell((shuffle, parts) -> {
                    if (shuffle == 4) {
                        throw new IOException("no connection");
                    }
                }))
                .isInstanceOf(IOException.class);
        blocks.add(List.of(THIRD));

        tell();
        assertThat(told).containsExactly(List.of(THIRD), List.of(SECOND));
    }

    @Test
    void ofAShuffleThatNobodyReadsNothingIsTold() throws IOException {
        blocks.add(List.of(FIRST, SECOND));
        blocks.forget(3);

        tell();
        assertThat(told).containsExactly(List.of(SECOND));
    }

    @Test
    void whatIsKeptIsBounded() throws IOException {
        blocks.add(Collections.nCopies(UncopiedBlocks.MOST, FIRST));
        blocks.add(List.of(SECOND));

        tell();
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).hasSize(UncopiedBlocks.MOST);
    }
}
