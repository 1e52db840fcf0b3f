// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.fairlead.core.prefetch.shadow.HeldChanges.Held;
import org.fairlead.core.profile.StageAttempt;
import org.junit.jupiter.api.Test;

class HeldChangesTest {
    private final HeldChanges changes = new HeldChanges();

    private static PrefetchRequest request(int task) {
        return new PrefetchRequest("e1", 1, new StageAttempt(3, 0), task, 1, 5, 9, 64_000_000, 1_000_000_000);
    }

    private static Held held(int task, double bytes) {
        return new Held(request(task), bytes);
    }

    @Test
    void onlyWhatChangedIsReported() {
        assertThat(changes.since(Map.of(4L, held(4, 1)))).containsExactly(held(4, 1));
        assertThat(changes.since(Map.of(4L, held(4, 1)))).isEmpty();
        assertThat(changes.since(Map.of(4L, held(4, 64e6)))).containsExactly(held(4, 64e6));
    }

    @Test
    void whatIsHeldNoMoreComesFirst() {
        changes.since(Map.of(4L, held(4, 64e6)));

        assertThat(changes.since(Map.of(5L, held(5, 1)))).containsExactly(held(4, 0), held(5, 1));
        assertThat(changes.isReported(4)).isFalse();
        assertThat(changes.isReported(5)).isTrue();
        assertThat(changes.since(Map.of())).containsExactly(held(5, 0));
    }

    @Test
    void whatIsForgottenIsNotTakenBack() {
        changes.since(Map.of(4L, held(4, 1)));
        changes.forget(4);

        assertThat(changes.since(Map.of())).isEmpty();
    }
}
