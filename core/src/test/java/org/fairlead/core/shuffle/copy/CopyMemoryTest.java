// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CopyMemoryTest {
    private static final CopyMemory MEMORY = new CopyMemory(200, 1000);

    @Test
    void whatMayBeAskedForIsUnderTheCapAndLeavesTheReserve() {
        assertThat(MEMORY.credit(150, 20, 500)).isEqualTo(30);
        assertThat(MEMORY.credit(150, 20, 110)).isZero();
        assertThat(MEMORY.credit(0, 20, 150)).isEqualTo(30);
        assertThat(MEMORY.credit(190, 20, 500)).isZero();
    }

    @Test
    void copiesGoWhereTasksLeaveLessThanTheReserve() {
        assertThat(MEMORY.tooMuch(150, 40)).isEqualTo(60);
        assertThat(MEMORY.tooMuch(30, 40)).isEqualTo(30);
        assertThat(MEMORY.tooMuch(150, 100)).isZero();
    }

    @Test
    void whatIsAboveTheCapGoes() {
        assertThat(new CopyMemory(0, 1000).tooMuch(30, 900)).isEqualTo(30);
    }

    @Test
    void sizesBelowNothingAreRefused() {
        assertThatThrownBy(() -> new CopyMemory(-1, 10)).hasMessage("a cap of -1 bytes in a pool of 10");
    }

    /** Whatever comes of what was asked for, copies and what is on its way stay under the cap. */
    @Property
    void creditNeverExceedsTheCap(
            @ForAll @LongRange(min = 0, max = 1000) long cap,
            @ForAll @LongRange(min = 0, max = 1000) long held,
            @ForAll @LongRange(min = 0, max = 1000) long arriving,
            @ForAll @LongRange(min = 0, max = 1000) long free) {
        CopyMemory memory = new CopyMemory(cap, 1000);
        long credit = memory.credit(held, arriving, free);

        assertThat(credit).isNotNegative();
        if (credit > 0) {
            assertThat(held + arriving + credit).isLessThanOrEqualTo(cap);
            assertThat(arriving + credit).isLessThanOrEqualTo(free - 100);
        }
    }
}
