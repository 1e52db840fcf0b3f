// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.fairlead.report.Amounts;

/** What became of copies of map output, as people read it in the web UI and in a terminal. */
public final class CopiesWords {
    private static final Map<String, String> OUTCOMES = Map.ofEntries(
            Map.entry(CopiedShuffle.COPIED, "copied"),
            Map.entry(CopiedShuffle.OBSERVED, "would be copied"),
            Map.entry("one_wave", "all map tasks run at once"),
            Map.entry("blind", "nobody knows what links have left"),
            Map.entry("no_memory", "no executor has room"),
            Map.entry("one_executor", "there is one executor"),
            Map.entry("little_gain", "too little to gain"),
            Map.entry("too_large", "too many map tasks and partitions"),
            Map.entry("repeated", "its stage is made again"),
            Map.entry("late", "planned too late"),
            Map.entry("failed", "no plan could be made"),
            Map.entry("broken", "plans had failed just before"));

    /** Columns of a table of shuffles; those of numbers begin with #. */
    private static final List<String> COLUMNS = List.of(
            "#shuffle",
            "mode",
            "what became of it",
            "#maps",
            "#planned",
            "#asked",
            "#copied",
            "#read",
            "#late",
            "#evicted",
            "#dropped",
            "#fetched instead",
            "#tasks there",
            "#no memory",
            "#fetch, predicted",
            "#with copies",
            "#waited",
            "#wait, summed");

    private CopiesWords() {}

    /** Sentences by what they are about, in the order in which they are to be read. */
    public static Map<String, String> lines(CopiesReport report) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("mode", report.mode());
        lines.put("shuffles", shuffles(report.outcomes()));
        lines.put("bytes", bytes(report.counts()));
        lines.put(
                "no memory",
                count(report.counts(), "credits_refused") + " looks at a block that waited; "
                        + count(report.counts(), "blocks_refused") + " blocks came and found none");
        predicted(report.shuffles()).ifPresent(words -> lines.put("fetching", words));
        if (report.canary() != null) {
            lines.put("canary", canary(report.canary()));
        }
        return lines;
    }

    /** Why a shuffle was copied or not. */
    public static String outcome(CopiedShuffle shuffle) {
        String words = shuffle.outcome().isEmpty()
                ? "not decided yet"
                : OUTCOMES.getOrDefault(shuffle.outcome(), shuffle.outcome().replace('_', ' '));
        return shuffle.repeated() == 0 || shuffle.outcome().equals("repeated")
                ? words
                : words + "; stage made again " + shuffle.repeated() + "×";
    }

    public static List<String> columns() {
        return COLUMNS;
    }

    /** A shuffle's cells, in the order of {@link #columns}. */
    public static List<String> cells(CopiedShuffle shuffle) {
        CopiedShuffle.FetchWait wait = shuffle.fetchWait();
        return List.of(
                Integer.toString(shuffle.shuffle()),
                shuffle.mode().isEmpty() ? "–" : shuffle.mode(),
                outcome(shuffle),
                Integer.toString(shuffle.maps()),
                amount(shuffle.counts(), "bytes.planned"),
                amount(shuffle.counts(), "bytes.asked"),
                amount(shuffle.counts(), "bytes.copied"),
                amount(shuffle.counts(), "bytes.read"),
                amount(shuffle.counts(), "bytes.late"),
                amount(shuffle.counts(), "bytes.evicted"),
                Amounts.text((double) dropped(shuffle.counts()), "bytes"),
                amount(shuffle.counts(), "bytes.refetched"),
                there(shuffle.counts()),
                Long.toString(shuffle.count("credits_refused")),
                seconds(shuffle.fetchSeconds()),
                shuffle.fetchSeconds() == null || shuffle.gainSeconds() == null
                        ? "–"
                        : seconds(shuffle.fetchSeconds() - shuffle.gainSeconds()),
                wait == null ? "–" : seconds(wait.longestSeconds()),
                wait == null ? "–" : seconds(wait.seconds()));
    }

    /** A shuffle in a sentence. */
    public static String sentence(CopiedShuffle shuffle) {
        StringBuilder words = new StringBuilder(outcome(shuffle))
                .append(shuffle.mode().isEmpty() ? "" : " (" + shuffle.mode() + ")")
                .append(", ")
                .append(shuffle.maps())
                .append(" maps");
        if (shuffle.count("bytes.planned") > 0) {
            words.append("; ").append(bytes(shuffle.counts()));
            words.append("; no memory for ")
                    .append(shuffle.count("credits_refused"))
                    .append(" looks");
        }
        if (shuffle.fetchSeconds() != null && shuffle.gainSeconds() != null) {
            words.append("; fetching predicted ")
                    .append(seconds(shuffle.fetchSeconds()))
                    .append(", ")
                    .append(seconds(shuffle.gainSeconds()))
                    .append(" less with copies");
        }
        if (shuffle.fetchWait() != null) {
            words.append("; ")
                    .append(shuffle.fetchWait().tasks())
                    .append(" tasks waited ")
                    .append(seconds(shuffle.fetchWait().seconds()))
                    .append(" for ")
                    .append(Amounts.text((double) shuffle.fetchWait().bytes(), "bytes"))
                    .append(", an executor at most ")
                    .append(seconds(shuffle.fetchWait().longestSeconds()));
        }
        return words.toString();
    }

    private static String shuffles(Map<String, Long> outcomes) {
        String words = outcomes.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(each ->
                        OUTCOMES.getOrDefault(each.getKey(), each.getKey().replace('_', ' ')) + " " + each.getValue())
                .collect(Collectors.joining("; "));
        return words.isEmpty() ? "none yet" : words;
    }

    /** Of tasks that have copies, how many run where these are. */
    private static String there(Map<String, Long> counts) {
        long there = count(counts, "tasks.there");
        return there + " of " + (there + count(counts, "tasks.elsewhere"));
    }

    private static String bytes(Map<String, Long> counts) {
        long copied = count(counts, "bytes.copied");
        return amount(counts, "bytes.planned") + " planned: " + amount(counts, "bytes.asked") + " asked for, "
                + amount(counts, "bytes.copied") + " copied, of these "
                + amount(counts, "bytes.read") + " read"
                + (copied == 0 ? "" : " (" + Amounts.percent((double) count(counts, "bytes.read") / copied) + ")")
                + ", " + amount(counts, "bytes.late") + " too late, " + amount(counts, "bytes.evicted") + " evicted, "
                + Amounts.text((double) dropped(counts), "bytes") + " dropped; " + amount(counts, "bytes.refetched")
                + " fetched instead; tasks where their copies are: " + there(counts);
    }

    /** Gave way to tasks, was not wanted any more, or was not what it should be. */
    private static long dropped(Map<String, Long> counts) {
        return count(counts, "bytes.given_way") + count(counts, "bytes.wasted") + count(counts, "bytes.corrupt");
    }

    /** Over the shuffles that are listed, were copied and read: what was predicted beside what was waited. */
    private static Optional<String> predicted(List<CopiedShuffle> shuffles) {
        List<CopiedShuffle> read = shuffles.stream()
                .filter(each -> each.outcome().equals(CopiedShuffle.COPIED))
                .filter(each -> each.fetchWait() != null && each.fetchSeconds() != null && each.gainSeconds() != null)
                .toList();
        if (read.isEmpty()) {
            return Optional.empty();
        }
        double without = read.stream().mapToDouble(CopiedShuffle::fetchSeconds).sum();
        double saved = read.stream().mapToDouble(CopiedShuffle::gainSeconds).sum();
        double waited = read.stream()
                .map(CopiedShuffle::fetchWait)
                .filter(Objects::nonNull)
                .mapToDouble(CopiedShuffle.FetchWait::longestSeconds)
                .sum();
        return Optional.of("predicted " + seconds(without) + " without copies, " + seconds(saved)
                + " less with them; waited " + seconds(waited) + " where that was longest, over " + read.size()
                + (read.size() == 1 ? " shuffle" : " shuffles"));
    }

    private static String canary(CanaryReport.Measured measured) {
        return "tasks waited " + Amounts.digits(measured.meanOurs()) + " s/GB with copies ("
                + measured.stagesOurs() + " stages), " + Amounts.digits(measured.meanStock()) + " s/GB without ("
                + measured.stagesStock() + ")"
                + (measured.gain() == null ? "" : "; saved " + Amounts.percent(measured.gain()))
                + (measured.low() == null
                        ? ", an interval needs 30 stages on either side"
                        : " (95 %: " + Amounts.percent(measured.low()) + " to " + Amounts.percent(measured.high())
                                + ")");
    }

    private static long count(Map<String, Long> counts, String what) {
        return counts.getOrDefault(what, 0L);
    }

    private static String amount(Map<String, Long> counts, String what) {
        return Amounts.text((double) count(counts, what), "bytes");
    }

    private static String seconds(Double value) {
        return value == null ? "–" : Amounts.text(value, "s");
    }
}
