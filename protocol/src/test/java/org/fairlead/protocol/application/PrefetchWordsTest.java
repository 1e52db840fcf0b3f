// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.fairlead.protocol.message.Encoding;
import org.junit.jupiter.api.Test;

class PrefetchWordsTest {
    private static final PrefetchReport REPORT = new PrefetchReport(
            "enforce",
            Map.of(
                    "fetched", 200_000_000L,
                    "read", 150_000_000L,
                    "wasted", 30_000_000L,
                    "unread", 20_000_000L,
                    "cancelled", 64_000_000L,
                    "in_time", 100_000_000L,
                    "late", 60_000_000L),
            Map.of("requested", 20L, "in_time", 10L, "late", 4L, "elsewhere", 3L, "cancelled", 2L),
            Map.of("slow_fetch", 1L, "launched_early", 3L, "slot_taken", 3L, "not_planned", 0L, "not_foreseen", 2L),
            Map.of("at_once", 7L),
            0.21);

    @Test
    void sentencesSayWhatBecameOfItAndWhy() {
        assertThat(PrefetchWords.lines(REPORT))
                .containsExactly(
                        entry("mode", "enforce"),
                        entry(
                                "requests",
                                "10 in time, 4 late, 3 elsewhere, 2 cancelled, of 20; the right executor in 82 % of 17 launches"),
                        entry(
                                "bytes",
                                "200 MB fetched: 150 MB read, 30.0 MB wasted (15 %), 20.0 MB in memory unread; 64.0 MB"
                                        + " cancelled. At the launch 100 MB were there, 60.0 MB were not"),
                        entry("launches", "foreseen wrongly by 21 % of the lead in the median"),
                        entry("late", "launched sooner than foreseen 3; fetched too slowly 1"),
                        entry("elsewhere", "the foreseen slot was not free 3"),
                        entry("cancelled", "no longer foreseen 2"),
                        entry("not asked", "launched before any look-ahead had it later 7"));
    }

    @Test
    void whereNothingHappenedYetNothingIsDividedByNothing() {
        PrefetchReport fresh = new PrefetchReport("observe", Map.of(), Map.of(), Map.of(), Map.of(), null);

        assertThat(PrefetchWords.lines(fresh))
                .containsOnlyKeys("mode", "requests", "bytes")
                .containsEntry("requests", "0 in time, 0 late, 0 elsewhere, 0 cancelled, of 0");
        assertThat(fresh.isNone()).isFalse();
        assertThat(PrefetchReport.NONE.isNone()).isTrue();
    }

    @Test
    void anApplicationThatSaysNothingOfItFetchesNothingAhead() throws Exception {
        ApplicationReport report = Encoding.JSON.read(
                "{\"id\":\"app\",\"canary_share\":0.1,\"time_millis\":1}".getBytes(StandardCharsets.UTF_8),
                ApplicationReport.class);

        assertThat(report.prefetch()).isEqualTo(PrefetchReport.NONE);
        assertThat(Encoding.JSON.read(Encoding.JSON.write(REPORT), PrefetchReport.class))
                .isEqualTo(REPORT);
    }
}
