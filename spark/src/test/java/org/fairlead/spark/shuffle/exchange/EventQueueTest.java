// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private final List<String> seen = new ArrayList<>();
    private final EventQueue events = new EventQueue(3, 100);

    private void seeAll() throws InterruptedException {
        for (Optional<Runnable> next = events.next(0); next.isPresent(); next = events.next(0)) {
            next.get().run();
        }
    }

    @Test
    void eventsComeInTheirOrder() throws InterruptedException {
        events.add(() -> seen.add("a"));
        events.add(60, () -> seen.add("b"));
        seeAll();

        assertThat(seen).containsExactly("a", "b");
        assertThat(events.unheard()).isZero();
    }

    @Test
    void whatHoldsTooMuchMemoryIsNotHeardUntilOthersWere() throws InterruptedException {
        events.add(60, () -> seen.add("a"));
        events.add(60, () -> seen.add("b"));
        seeAll();
        events.add(60, () -> seen.add("c"));
        seeAll();

        assertThat(seen).containsExactly("a", "c");
        assertThat(events.unheard()).isEqualTo(1);
    }

    @Test
    void whatFindsNoPlaceIsNotHeardAndHoldsNothing() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            events.add(20, () -> seen.add("a"));
        }
        seeAll();
        events.add(100, () -> seen.add("b"));
        seeAll();

        assertThat(seen).containsExactly("a", "a", "a", "b");
        assertThat(events.unheard()).isEqualTo(2);
    }
}
