// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OthersTimeTest {
    @Test
    void aProcessHasItsOwnTimeAndThatOfItsChildrenThatAreGone() {
        String line = "4242 (a (b) c) S 1 4242 4242 0 -1 4194560 900 800 0 0 37 5 11 2 20 0 9 0 1000 1 2";

        assertThat(OthersTime.ofLine(line)).isEqualTo(37 + 11);
    }

    @Test
    void whatOthersTookIsAShareOfAllProcessors() {
        OthersTime before = new OthersTime(100, 1000);

        assertThat(new OthersTime(150, 1200).shareSince(before)).isEqualTo(0.25);
        assertThat(before.shareSince(before)).isZero();
    }
}
