// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.fairlead.report.WholeFile;
import org.fairlead.report.page.OfflinePage;
import org.fairlead.testbed.results.RunRecord;

/**
 * {@code report.html}: one page that needs nothing else, not even a network. Its shape is report.main.html, its look and its
 * drawing those of every {@link OfflinePage} and the scripts beside it; the run's values stand in it as JSON. Everything
 * that comes from a run is escaped here, or set as text by those scripts, and a content security policy forbids the page any request.
 */
public final class HtmlReport {
    private HtmlReport() {}

    /** Whole or not at all. */
    public static void write(RunRecord run, Path file) throws IOException {
        byte[] page = render(run);
        WholeFile.write(file, out -> out.write(page));
    }

    /** The page, in UTF-8. */
    public static byte[] render(RunRecord run) {
        return new OfflinePage(HtmlReport.class, "testbed")
                .words(RunText.name(run), unbroken(Headline.of(run)), unbroken(String.join(" ", Headline.rest(run))))
                .put("queueing", OfflinePage.html(RunText.queueing(run)))
                .put("command", OfflinePage.html(RunText.command(run)))
                .data(json(run))
                .charts()
                .script("values.js")
                .script("ratios.js")
                .script("round.js")
                .script("report.js")
                .render("report.main.html");
    }

    private static byte[] json(RunRecord run) {
        try {
            return ReportJson.MAPPER.writeValueAsBytes(PageData.of(run));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps a number and what it counts on one line. */
    private static String unbroken(String text) {
        return text.replace(" %", "\u00a0%").replace("× ", "×\u00a0");
    }
}
