// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PartitionRangesTest {
    @Test
    void neighboursGoToOneExecutor() {
        assertThat(PartitionRanges.owners(new long[] {5, 5, 5, 5, 5, 5}, new int[] {1, 1, 1}))
                .containsExactly(0, 0, 1, 1, 2, 2);
    }

    @Test
    void anExecutorWithMoreSlotsHasMore() {
        assertThat(PartitionRanges.owners(new long[] {5, 5, 5, 5, 5, 5}, new int[] {1, 2}))
                .containsExactly(0, 0, 1, 1, 1, 1);
    }

    @Test
    void aHotPartitionHasASlotForItself() {
        assertThat(PartitionRanges.owners(new long[] {1, 1, 10, 1, 1}, new int[] {2, 2}))
                .containsExactly(0, 0, 1, 0, 1);
        assertThat(PartitionRanges.owners(new long[] {100, 1, 1, 1}, new int[] {1, 1, 1, 1}))
                .containsExactly(3, 0, 1, 2);
    }

    @Test
    void emptyPartitionsAreSpread() {
        assertThat(PartitionRanges.owners(new long[4], new int[] {1, 1})).containsExactly(0, 0, 1, 1);
    }

    /** Without what is hot, no slot has more than its even part and one partition. */
    @Property
    void slotsHaveAboutAsMuch(
            @ForAll @Size(min = 1, max = 30) List<@LongRange(min = 0, max = 100) Long> sizes,
            @ForAll @IntRange(min = 1, max = 8) int executors) {
        long[] bytes = sizes.stream().mapToLong(Long::longValue).toArray();
        int[] slots = IntStream.generate(() -> 1).limit(executors).toArray();

        int[] owners = PartitionRanges.owners(bytes, slots);

        double all = Arrays.stream(bytes).sum() + bytes.length;
        double largest = Arrays.stream(bytes).max().orElseThrow() + 1.0;
        double[] loads = new double[executors];
        for (int partition = 0; partition < bytes.length; partition++) {
            loads[owners[partition]] += bytes[partition] + 1;
        }
        assertThat(Arrays.stream(loads).max().orElseThrow()).isLessThanOrEqualTo(all / executors + largest + 1e-6);
    }
}
