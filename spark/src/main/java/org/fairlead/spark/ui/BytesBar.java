// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.ui;

import java.util.LinkedHashMap;
import java.util.Map;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.report.Amounts;

/** Bytes by where they came from, as a bar and in words. */
final class BytesBar {
    private static final Map<String, String> WORDS = words();

    private BytesBar() {}

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("local", "local");
        words.put("rack", "rack");
        words.put("remote", "remote");
        words.put("unknown", "somewhere");
        words.put("shuffle_local", "shuffle, local");
        words.put("shuffle_remote", "shuffle, remote");
        return words;
    }

    /** @param over whether nothing more will be read */
    static void write(Html html, StageReport.BytesRead bytes, boolean over) {
        long sum = bytes.sum();
        if (sum == 0) {
            html.add("<span class=\"soft\">")
                    .add(over ? "nothing" : "nothing yet")
                    .add("</span>");
            return;
        }
        Map<String, Long> parts = parts(bytes);
        StringBuilder title = new StringBuilder();
        parts.forEach((part, count) -> {
            if (count > 0) {
                title.append(title.isEmpty() ? "" : ", ")
                        .append(WORDS.get(part))
                        .append(' ')
                        .append(Amounts.text((double) count, "bytes"));
            }
        });
        html.add("<span class=\"bar\" title=\"").text(title.toString()).add("\">");
        parts.forEach((part, count) -> {
            if (count > 0) {
                html.add("<i class=\"" + part + "\" style=\"width:%.1f%%\"></i>", 100.0 * count / sum);
            }
        });
        html.add("</span>").text(Amounts.text((double) sum, "bytes"));
    }

    static void legend(Html html) {
        html.add("<p class=\"note legend\">read: ");
        WORDS.forEach((part, word) ->
                html.add("<span><i class=\"key " + part + "\"></i>").text(word).add("</span>"));
        html.add("</p>");
    }

    private static Map<String, Long> parts(StageReport.BytesRead bytes) {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("local", bytes.local());
        parts.put("rack", bytes.rack());
        parts.put("remote", bytes.remote());
        parts.put("unknown", bytes.unknown());
        parts.put("shuffle_local", bytes.shuffleLocal());
        parts.put("shuffle_remote", bytes.shuffleRemote());
        return parts;
    }
}
