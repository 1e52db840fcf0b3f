// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.fairlead.core.prefetch.shadow.MissedRequest.End;
import org.junit.jupiter.api.Test;

class MissedRequestTest {
    @Test
    void whoIsLateWasNotOrderedOrLaunchedEarlyOrFetchedSlowly() {
        assertThat(MissedRequest.late(false, 10, 20)).isEqualTo(MissedRequest.NOT_ORDERED);
        assertThat(MissedRequest.late(true, 20, 19)).isEqualTo(MissedRequest.LAUNCHED_EARLY);
        assertThat(MissedRequest.late(true, 20, 20)).isEqualTo(MissedRequest.SLOW_FETCH);
        assertThat(MissedRequest.late(true, Long.MAX_VALUE, Long.MIN_VALUE))
                .as("on a clock that wraps")
                .isEqualTo(MissedRequest.SLOW_FETCH);
    }

    @Test
    void theFirstCauseCountsOfALaunchElsewhere() {
        assertThat(MissedRequest.elsewhere(false, false, false)).isEqualTo(MissedRequest.NOT_COUNTED_ON);
        assertThat(MissedRequest.elsewhere(true, false, true)).isEqualTo(MissedRequest.NOT_PLANNED);
        assertThat(MissedRequest.elsewhere(true, true, false)).isEqualTo(MissedRequest.SLOT_TAKEN);
        assertThat(MissedRequest.elsewhere(true, true, true)).isEqualTo(MissedRequest.CHOSEN_ELSEWHERE);
    }

    @Test
    void eachEndHasItsCauses() {
        assertThat(Arrays.stream(MissedRequest.values()).map(MissedRequest::end))
                .containsOnly(End.LATE, End.ELSEWHERE, End.CANCELLED);
        assertThat(MissedRequest.late(true, 0, 1).end()).isEqualTo(End.LATE);
        assertThat(MissedRequest.elsewhere(true, true, true).end()).isEqualTo(End.ELSEWHERE);
        assertThat(MissedRequest.NOT_FORESEEN.end()).isEqualTo(End.CANCELLED);
    }
}
