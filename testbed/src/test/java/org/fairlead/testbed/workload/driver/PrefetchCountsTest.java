// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PrefetchCountsTest {
    private final PrefetchCounts counts = new PrefetchCounts();

    @Test
    void whatWasCountedIsTakenOnceAndWhatIsInMemoryAsItIs() {
        counts.take(Map.of("prefetch.bytes.fetched", 100L, "prefetch.bytes.unread", 40L, "offers.planned", 3L));

        Map<String, Long> since =
                counts.take(Map.of("prefetch.bytes.fetched", 130L, "prefetch.bytes.unread", 10L, "offers.planned", 4L));

        assertThat(since)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("prefetch.bytes.fetched", 30L, "prefetch.bytes.unread", 10L));
    }
}
