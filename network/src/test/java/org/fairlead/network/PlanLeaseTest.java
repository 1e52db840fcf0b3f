// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanLeaseTest {
    private static final long SECOND = 1_000_000_000L;

    private final PlanLease lease = new PlanLease(0);

    @Test
    void theNewestCountsAsLongAsItsPlanLasts() {
        lease.take(7, 1, 5_000, 0);

        assertThat(lease.isOlder(6, 4 * SECOND)).isTrue();
        assertThat(lease.isOlder(6, 5 * SECOND)).isFalse();
        assertThat(lease.isOlder(8, 0)).isFalse();
    }

    /** Its kill switch is on: it answers, and its plans do not count. */
    @Test
    void theNewestCountsAsLongAsItSpeaks() {
        assertThat(lease.take(7, 1, 0, 0)).isZero();

        assertThat(lease.isOlder(6, SECOND)).isTrue();
        lease.take(7, 2, 0, SECOND);
        assertThat(lease.isOlder(6, 2 * SECOND)).isTrue();
        assertThat(lease.isOlder(6, 3 * SECOND)).isFalse();
    }
}
