// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TransferPaceTest {
    private static final long MILLI = 1_000_000;

    private final TransferPace pace = new TransferPace();

    @Test
    void whoHasNoQuotaNeverWaits() {
        pace.moved(1 << 20, 0);
        pace.moved(1 << 20, 0);

        assertThat(pace.waitNanos(0)).isZero();
    }

    @Test
    void eachPieceTakesAsLongAsItsQuotaSays() {
        pace.quota(1000, 0);
        pace.moved(100, 0);
        assertThat(pace.waitNanos(0)).isEqualTo(100 * MILLI);
        assertThat(pace.waitNanos(60 * MILLI)).isEqualTo(40 * MILLI);

        pace.moved(100, 100 * MILLI);
        assertThat(pace.waitNanos(150 * MILLI)).isEqualTo(50 * MILLI);
        pace.moved(100, 700 * MILLI);
        assertThat(pace.waitNanos(700 * MILLI))
                .as("what was slow by itself saves nothing up")
                .isEqualTo(100 * MILLI);
    }

    @Test
    void aNewerQuotaCountsForWhatWaits() {
        pace.quota(100, 0);
        pace.moved(100, 0);
        pace.quota(1000, 50 * MILLI);

        assertThat(pace.waitNanos(50 * MILLI)).isEqualTo(50 * MILLI);
    }

    @Test
    void aQuotaThatIsNotRenewedEnds() {
        pace.quota(1, 0);
        pace.moved(1000, 0);

        assertThat(pace.waitNanos(TransferPace.VALID_NANOS - 1)).isPositive();
        assertThat(pace.waitNanos(TransferPace.VALID_NANOS)).isZero();
    }

    @Test
    void whatIsWaitedForGoesAsFastAsItCan() {
        pace.quota(1, 0);
        pace.moved(1000, 0);
        pace.free();
        pace.quota(1, 0);

        assertThat(pace.waitNanos(0)).isZero();
    }

    @Test
    void aQuotaOfNothingIsAnError() {
        assertThatThrownBy(() -> pace.quota(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pace.quota(Double.NaN, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
