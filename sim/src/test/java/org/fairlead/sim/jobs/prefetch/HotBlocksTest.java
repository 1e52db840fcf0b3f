// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.sim.jobs.storage.Block;
import org.junit.jupiter.api.Test;

class HotBlocksTest {
    private final HotBlocks hot = new HotBlocks(new MachineMemory(new double[] {100, 100}));

    @Test
    void theLeastRecentlyReadGoesFirst() {
        hot.read(0, "a", 40);
        hot.read(0, "b", 40);
        assertThat(hot.isKept(0, "a")).as("and is read once more").isTrue();

        hot.read(0, "c", 50);

        assertThat(hot.isKept(0, "a")).isTrue();
        assertThat(hot.isKept(0, "b")).isFalse();
        assertThat(hot.isKept(0, "c")).isTrue();
        assertThat(hot.isKept(1, "a")).as("each machine keeps its own").isFalse();
    }

    @Test
    void whatIsLargerThanTheMemoryIsNotKeptAndDrivesNothingOut() {
        hot.read(0, "a", 40);
        hot.read(0, "b", 101);

        assertThat(hot.isKept(0, "a")).isTrue();
        assertThat(hot.isKept(0, "b")).isFalse();
    }

    @Test
    void theSameBytesOfABlockAreTheSameForWhoeverReadsThem() {
        Block block = new Block(new int[] {3}, 100);
        hot.read(0, block.part(0, 50).extent(), 50);

        assertThat(hot.isKept(0, block.part(0, 50).extent())).isTrue();
        assertThat(hot.isKept(0, block.part(50, 50).extent())).isFalse();
        assertThat(hot.isKept(0, new Block(new int[] {3}, 100).part(0, 50).extent()))
                .isFalse();
    }

    @Test
    void memoryIsWhatIsSaidElseAShareOfWhatIsKnownElseAsUsual() {
        long gibibyte = 1L << 30;
        MachineMemory usual = MachineMemory.of(0, new long[] {0, gibibyte, 100 * gibibyte});
        MachineMemory said = MachineMemory.of(7, new long[] {0, gibibyte});

        assertThat(usual.all(0)).isEqualTo(256 << 20);
        assertThat(usual.all(1)).isEqualTo(0.05 * gibibyte);
        assertThat(usual.all(2)).isEqualTo(256 << 20);
        assertThat(said.all(0)).isEqualTo(7);
        assertThat(said.all(1)).isEqualTo(7);
    }
}
