// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.fairlead.sim.jobs.storage.Block;
import org.junit.jupiter.api.Test;

class FilePartsTest {
    private static List<Block> file(double... sizes) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            blocks.add(new Block(new int[] {i}, sizes[i]));
        }
        return blocks;
    }

    @Test
    void asManyTasksAsBlocksReadOneEach() {
        List<Block> blocks = file(10, 20);

        assertThat(Files.parts(blocks, 2)).isEqualTo(blocks);
    }

    @Test
    void aSingleTaskReadsBlockAfterBlockWhereEachLies() {
        Block all = Files.parts(file(10, 10, 4), 1).get(0);

        assertThat(all.machines).containsExactly(0);
        assertThat(all.bytes).isEqualTo(10);
        assertThat(all.following).extracting(block -> block.machines[0]).containsExactly(1, 2);
        assertThat(all.following).extracting(block -> block.bytes).containsExactly(10.0, 4.0);
    }

    @Property
    void everyTaskReadsAnEvenPartAndTogetherTheyReadAll(
            @ForAll @IntRange(min = 1, max = 12) int blocks, @ForAll @IntRange(min = 1, max = 12) int tasks) {
        double[] sizes = new double[blocks];
        double sum = 0;
        for (int i = 0; i < blocks; i++) {
            sizes[i] = 1 + i % 3;
            sum += sizes[i];
        }

        List<Block> parts = Files.parts(file(sizes), tasks);

        assertThat(parts).hasSize(tasks);
        if (tasks != blocks) {
            double even = sum / tasks;
            assertThat(parts)
                    .allSatisfy(part -> assertThat(part.allBytes()).isCloseTo(even, Offset.offset(1e-9 * even)));
        }
        assertThat(parts.stream().mapToDouble(Block::allBytes).sum()).isCloseTo(sum, Offset.offset(1e-9 * sum));
    }
}
