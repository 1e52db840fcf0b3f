// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OfferTimesTest {
    private static final OfferTimes.Beats EVERY_THREE = (host, seconds) -> host + 3 * Math.ceil((seconds - host) / 3);

    @Test
    void withHeartbeatsOffersAreAtHeartbeats() {
        OfferTimes times = OfferTimes.heartbeats(3, 2, EVERY_THREE);

        assertThat(times.from(1, 0)).isEqualTo(1);
        assertThat(times.from(1, 1)).isEqualTo(1);
        assertThat(times.from(1, 1.1)).isEqualTo(4);
        assertThat(times.next(1, 1)).isEqualTo(4);
        assertThat(times.launches()).isEqualTo(2);
        assertThat(times.secondsBetweenLaunches()).isEqualTo(1.5);
        assertThat(times.secondsBetweenHeartbeats()).isEqualTo(3);
        assertThat(times.isAtOnce()).isFalse();
    }

    @Test
    void whatIsOfferedAtOnceIsOfferedAtAnyTime() {
        assertThat(OfferTimes.AT_ONCE.from(1, 1.1)).isEqualTo(1.1);
        assertThat(OfferTimes.AT_ONCE.next(1, 1.1)).isEqualTo(1.1);
        assertThat(OfferTimes.AT_ONCE.secondsBetweenLaunches()).isZero();
        assertThat(OfferTimes.AT_ONCE.secondsBetweenHeartbeats()).isZero();
        assertThat(OfferTimes.AT_ONCE.isAtOnce()).isTrue();
    }

    @Test
    void heartbeatsWithoutATimeBetweenThemOrWithoutATaskAreErrors() {
        assertThatThrownBy(() -> OfferTimes.heartbeats(0, 1, EVERY_THREE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not 0.0 s");
        assertThatThrownBy(() -> OfferTimes.heartbeats(3, 0, EVERY_THREE)).isInstanceOf(IllegalArgumentException.class);
    }
}
