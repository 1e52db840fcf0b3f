// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.fairlead.core.prefetch.shadow.MissedRequest;
import org.fairlead.core.prefetch.shadow.UnrequestedInput;
import org.fairlead.report.Amounts;

/** What became of input that was fetched ahead, as people read it in the web UI and in a terminal. */
public final class PrefetchWords {
    private static final Map<String, String> MISSED =
            Arrays.stream(MissedRequest.values()).collect(Collectors.toMap(PrefetchWords::label, MissedRequest::words));
    private static final Map<String, String> UNREQUESTED = Arrays.stream(UnrequestedInput.values())
            .collect(Collectors.toMap(PrefetchWords::label, UnrequestedInput::words));

    private PrefetchWords() {}

    /** As reports name a cause: in small letters. */
    public static String label(Enum<?> cause) {
        return cause.name().toLowerCase(Locale.ROOT);
    }

    /** Sentences by what they are about, in the order in which they are to be read. */
    public static Map<String, String> lines(PrefetchReport report) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("mode", report.mode());
        lines.put("requests", requests(report.requests()));
        lines.put("bytes", bytes(report.bytes()));
        if (report.launchError() != null) {
            lines.put(
                    "launches",
                    "foreseen wrongly by " + Amounts.percent(report.launchError()) + " of the lead in the median");
        }
        for (MissedRequest.End end : MissedRequest.End.values()) {
            Map<String, Long> of = new LinkedHashMap<>(report.missed());
            of.keySet().removeIf(cause -> !isOf(cause, end));
            put(lines, label(end), of, MISSED);
        }
        put(lines, "not asked", report.unrequested(), UNREQUESTED);
        return lines;
    }

    private static boolean isOf(String cause, MissedRequest.End end) {
        return Arrays.stream(MissedRequest.values())
                .anyMatch(each -> each.end() == end && label(each).equals(cause));
    }

    private static String requests(Map<String, Long> counts) {
        long right = count(counts, "in_time") + count(counts, "late");
        long launched = right + count(counts, "elsewhere");
        return count(counts, "in_time") + " in time, " + count(counts, "late") + " late, "
                + count(counts, "elsewhere") + " elsewhere, " + count(counts, "cancelled") + " cancelled, of "
                + count(counts, "requested")
                + (launched == 0
                        ? ""
                        : "; the right executor in " + Amounts.percent((double) right / launched) + " of " + launched
                                + " launches");
    }

    private static String bytes(Map<String, Long> counts) {
        long fetched = count(counts, "fetched");
        long wasted = count(counts, "wasted");
        return amount(counts, "fetched") + " fetched: " + amount(counts, "read") + " read, " + amount(counts, "wasted")
                + " wasted" + (fetched == 0 ? "" : " (" + Amounts.percent((double) wasted / fetched) + ")") + ", "
                + amount(counts, "unread") + " in memory unread; " + amount(counts, "cancelled")
                + " cancelled. At the launch " + amount(counts, "in_time") + " were there, " + amount(counts, "late")
                + " were not";
    }

    private static long count(Map<String, Long> counts, String what) {
        return counts.getOrDefault(what, 0L);
    }

    private static String amount(Map<String, Long> counts, String what) {
        return Amounts.text((double) count(counts, what), "bytes");
    }

    /** The most frequent first. */
    private static void put(
            Map<String, String> lines, String what, Map<String, Long> counts, Map<String, String> words) {
        String causes = counts.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(each -> words.getOrDefault(each.getKey(), each.getKey().replace('_', ' ')) + " " + each.getValue())
                .collect(Collectors.joining("; "));
        if (!causes.isEmpty()) {
            lines.put(what, causes);
        }
    }
}
