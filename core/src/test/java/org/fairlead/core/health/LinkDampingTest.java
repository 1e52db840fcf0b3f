// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinkDampingTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int LINK = 3;

    private final LinkDamping damping = new LinkDamping();

    private void at(double second, boolean carrier) {
        damping.carrier(LINK, carrier, (long) (second * SECOND));
    }

    private boolean avoided(double second) {
        return damping.avoided((long) (second * SECOND)).contains(LINK);
    }

    @Test
    void aLinkIsAvoidedWhileItIsDownAndForAGrowingTimeAfterwards() {
        at(1, true);
        assertThat(avoided(1)).isFalse();

        at(10, false);
        assertThat(avoided(11)).isTrue();
        at(12, true);
        assertThat(avoided(12.9)).isTrue();
        assertThat(avoided(13)).isFalse();

        at(20, false);
        at(21, true);
        assertThat(avoided(22.9)).isTrue();
        assertThat(avoided(23)).isFalse();

        at(25, false);
        at(26, true);
        assertThat(avoided(29.9)).isTrue();
        assertThat(avoided(30)).isFalse();
    }

    @Test
    void whatIsSaidAgainChangesNothing() {
        at(10, false);
        at(11, false);
        at(12, true);
        at(12.5, true);

        assertThat(avoided(12.9)).isTrue();
        assertThat(avoided(13)).isFalse();
    }

    @Test
    void oneThatStandsIsTrustedAgain() {
        at(10, false);
        at(11, true);
        at(12, false);
        at(13, true); // two losses: until 15

        at(80, true); // both are forgotten after 75
        at(81, false);
        at(82, true);

        assertThat(avoided(82.9)).isTrue();
        assertThat(avoided(83)).isFalse();
    }

    @Test
    void oneThatNeverRestsIsAvoidedForAMinuteAtMost() {
        for (int i = 0; i < 40; i++) {
            at(10 + i, false);
            at(10.5 + i, true);
        }

        assertThat(avoided(49.5 + 59.9)).isTrue();
        assertThat(avoided(49.5 + 60)).isFalse();
    }

    @Test
    void linksAreApart() {
        at(10, false);
        damping.carrier(4, false, 10 * SECOND);
        at(11, true);

        assertThat(damping.avoided(13 * SECOND)).containsExactly(4);
    }
}
