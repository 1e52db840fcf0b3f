// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.fairlead.protocol.message.Encoding;
import org.junit.jupiter.api.Test;

class CopiesWordsTest {
    private static final CopiedShuffle COPIED = new CopiedShuffle(
            7,
            "canary",
            "copied",
            48,
            0,
            Map.ofEntries(
                    entry("bytes.planned", 50_000_000L),
                    entry("bytes.asked", 45_000_000L),
                    entry("bytes.copied", 40_000_000L),
                    entry("bytes.read", 30_000_000L),
                    entry("bytes.late", 5_000_000L),
                    entry("bytes.evicted", 4_000_000L),
                    entry("bytes.given_way", 2_000_000L),
                    entry("bytes.wasted", 1_000_000L),
                    entry("bytes.refetched", 9_000_000L),
                    entry("tasks.there", 10L),
                    entry("tasks.elsewhere", 2L),
                    entry("credits_refused", 17L)),
            4.0,
            2.5,
            new CopiedShuffle.FetchWait(12, 60_000_000, 5.2, 1.31));
    private static final CopiedShuffle LEFT =
            new CopiedShuffle(8, "canary", "one_wave", 4, 0, Map.of(), null, null, null);
    private static final CopiedShuffle OPEN = new CopiedShuffle(9, "", "", 4, 0, Map.of(), null, null, null);
    private static final CopiesReport REPORT = new CopiesReport(
            "canary",
            Map.of("copied", 1L, "one_wave", 2L, "failed", 0L),
            Map.of(
                    "bytes.planned", 50_000_000L,
                    "bytes.asked", 45_000_000L,
                    "bytes.copied", 40_000_000L,
                    "bytes.read", 30_000_000L,
                    "tasks.there", 10L),
            new CanaryReport.Measured(3, 4, 0.6, 0.8, 0.25, null, null),
            List.of(OPEN, LEFT, COPIED));

    @Test
    void sentencesSayWhatBecameOfItAndWhy() {
        assertThat(CopiesWords.lines(REPORT))
                .containsExactly(
                        entry("mode", "canary"),
                        entry("shuffles", "all map tasks run at once 2; copied 1"),
                        entry(
                                "bytes",
                                "50.0 MB planned: 45.0 MB asked for, 40.0 MB copied, of these 30.0 MB read (75 %), 0 B too late,"
                                        + " 0 B evicted, 0 B dropped; 0 B fetched instead; tasks where their copies are: 10 of 10"),
                        entry("no memory", "0 looks at a block that waited; 0 blocks came and found none"),
                        entry(
                                "fetching",
                                "predicted 4.00 s without copies, 2.50 s less with them; waited 1.31 s where that was longest, over 1 shuffle"),
                        entry(
                                "canary",
                                "tasks waited 0.600 s/GB with copies (3 stages), 0.800 s/GB without (4); saved 25 %,"
                                        + " an interval needs 30 stages on either side"));
    }

    @Test
    void aShuffleHasACellForEachColumn() {
        assertThat(CopiesWords.cells(COPIED))
                .hasSameSizeAs(CopiesWords.columns())
                .containsExactly(
                        "7",
                        "canary",
                        "copied",
                        "48",
                        "50.0 MB",
                        "45.0 MB",
                        "40.0 MB",
                        "30.0 MB",
                        "5.00 MB",
                        "4.00 MB",
                        "3.00 MB",
                        "9.00 MB",
                        "10 of 12",
                        "17",
                        "4.00 s",
                        "1.50 s",
                        "1.31 s",
                        "5.20 s");
        assertThat(CopiesWords.cells(LEFT)).contains("all map tasks run at once", "–");
        assertThat(CopiesWords.cells(OPEN)).contains("not decided yet");
    }

    @Test
    void whatIsNotKnownIsNotSaid() {
        assertThat(CopiesWords.sentence(LEFT)).isEqualTo("all map tasks run at once (canary), 4 maps");
        assertThat(CopiesWords.lines(new CopiesReport("observe", Map.of(), Map.of(), null, List.of())))
                .containsOnlyKeys("mode", "shuffles", "bytes", "no memory")
                .containsEntry("shuffles", "none yet");
    }

    @Test
    void anApplicationThatSaysNothingOfItCopiesNothing() throws Exception {
        ApplicationReport report = Encoding.JSON.read(
                "{\"id\":\"app\",\"canary_share\":0.1,\"time_millis\":1}".getBytes(StandardCharsets.UTF_8),
                ApplicationReport.class);

        assertThat(report.copies()).isEqualTo(CopiesReport.NONE);
        assertThat(CopiesReport.NONE.isNone()).isTrue();
        assertThat(REPORT.isNone()).isFalse();
        assertThat(Encoding.JSON.read(Encoding.JSON.write(REPORT), CopiesReport.class))
                .isEqualTo(REPORT);
    }
}
