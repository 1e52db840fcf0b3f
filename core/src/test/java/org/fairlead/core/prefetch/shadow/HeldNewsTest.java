// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.fairlead.core.prefetch.shadow.HeldNews.Held;
import org.fairlead.core.profile.StageAttempt;
import org.junit.jupiter.api.Test;

class HeldNewsTest {
    private final HeldNews news = new HeldNews();

    private static PrefetchRequest request(int task) {
        return new PrefetchRequest("e1", 1, new StageAttempt(3, 0), task, 1, 5, 9, 64_000_000, 1_000_000_000);
    }

    private static Held held(int task, double bytes) {
        return new Held(request(task), bytes);
    }

    @Test
    void onlyWhatChangedIsNews() {
        assertThat(news.since(Map.of(4L, held(4, 1)))).containsExactly(held(4, 1));
        assertThat(news.since(Map.of(4L, held(4, 1)))).isEmpty();
        assertThat(news.since(Map.of(4L, held(4, 64e6)))).containsExactly(held(4, 64e6));
    }

    @Test
    void whatIsHeldNoMoreComesFirst() {
        news.since(Map.of(4L, held(4, 64e6)));

        assertThat(news.since(Map.of(5L, held(5, 1)))).containsExactly(held(4, 0), held(5, 1));
        assertThat(news.isTold(4)).isFalse();
        assertThat(news.isTold(5)).isTrue();
        assertThat(news.since(Map.of())).containsExactly(held(5, 0));
    }

    @Test
    void whatIsForgottenIsNotTakenBack() {
        news.since(Map.of(4L, held(4, 1)));
        news.forget(4);

        assertThat(news.since(Map.of())).isEmpty();
    }
}
