// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import java.util.List;
import java.util.Locale;
import org.fairlead.diagnosis.sources.SeenReads;
import org.fairlead.diagnosis.sources.SlowSource;
import org.fairlead.diagnosis.sources.SourceDiagnosis;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.SourceWords;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;

/** What reads tell of sources, for a terminal: first the sentence, then the tables. */
public final class SourcesText {
    private static final int WIDTH = 100;
    private static final int MOST_SOURCES = 20;
    private static final int LONGEST_NAME = 40;
    private static final double MILLIS = 1000;
    private static final TextColumns SLOW = new TextColumns(-42, 8, 8, 12, 9, 19);
    private static final TextColumns SOURCES = new TextColumns(-42, 11, 12, 12, 9, 10);

    private SourcesText() {}

    public static String of(SourceDiagnosis diagnosis) {
        TextLines lines = new TextLines(WIDTH);
        SeenReads reads = diagnosis.reads();
        lines.wrapped("", name(reads) + ": " + headline(diagnosis));
        lines.wrapped("", details(reads));
        tables(lines, diagnosis);
        return lines.text();
    }

    /** Slow sources, all sources, allowances that were used up. */
    static void tables(TextLines lines, SourceDiagnosis diagnosis) {
        SeenReads reads = diagnosis.reads();
        slow(lines, diagnosis.slow());
        sources(lines, reads);
        for (NicAllowance each : reads.allowances()) {
            lines.blank();
            lines.wrapped(
                    "",
                    "The cloud held back " + each.packets() + " packets of host " + TextLines.visible(each.host())
                            + ", which had used up what its network device is allowed: "
                            + TextLines.visible(each.device()) + ", " + TextLines.visible(each.counter()) + ".");
        }
    }

    private static String name(SeenReads reads) {
        String id = TextLines.visible(reads.id());
        return reads.name().isBlank() ? id : "\"" + TextLines.visible(reads.name()) + "\" (" + id + ")";
    }

    /** The shortest answer. */
    static String headline(SourceDiagnosis diagnosis) {
        if (diagnosis.comparedSources() < 2) {
            return "Sources cannot be compared: no stage has three reads or more from each of two.";
        }
        if (diagnosis.slow().isEmpty()) {
            return "No source gives slower than the others by more than chance (" + diagnosis.comparedSources()
                    + " sources, " + diagnosis.comparisons()
                    + " pairs of a source and a stage; one false alarm in 20 applications).";
        }
        SlowSource first = diagnosis.slow().get(0);
        String words = TextLines.visible(first.words());
        String more = diagnosis.slow().size() > 1
                ? " " + (diagnosis.slow().size() - 1) + " more "
                        + (diagnosis.slow().size() == 2 ? "source is slow." : "sources are slow.")
                : "";
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + " gives slowly: readers wait "
                + Amounts.ratio(first.factor()) + " as long for as many bytes, "
                + Figures.taskTime(MILLIS * first.excessSeconds()) + " longer in all ("
                + Figures.percent(first.share()) + " of the tasks' time)." + more;
    }

    private static String details(SeenReads reads) {
        return reads.tasks() + " tasks took " + Figures.taskTime(MILLIS * reads.taskSeconds()) + ". They waited "
                + waited(reads, SourceReads.HDFS) + " for DataNodes and " + waited(reads, SourceReads.SHUFFLE)
                + " for map output of other executors.";
    }

    private static String waited(SeenReads reads, String kind) {
        double seconds = reads.waitedSeconds(kind);
        return Figures.taskTime(MILLIS * seconds)
                + (reads.taskSeconds() > 0 ? " (" + Figures.percent(seconds / reads.taskSeconds()) + ")" : "");
    }

    private static void slow(TextLines lines, List<SlowSource> slow) {
        if (slow.isEmpty()) {
            return;
        }
        lines.blank();
        lines.row(SLOW.row("Slow sources", "reads", "longer", "in all", "share", "chance"));
        for (SlowSource each : slow) {
            lines.row(SLOW.row(
                    TextLines.shortened(TextLines.visible(each.words()), LONGEST_NAME),
                    Integer.toString(each.reads()),
                    Amounts.ratio(each.factor()),
                    Figures.taskTime(MILLIS * each.excessSeconds()),
                    Figures.percent(each.share()),
                    each.chance() < 0.001 ? "below 0.001" : Amounts.digits(each.chance())));
            if (!each.everywhere()) {
                lines.wrapped("  ", "only in stages " + String.join(", ", each.stages()));
            }
        }
    }

    private static void sources(TextLines lines, SeenReads reads) {
        List<SourceReads> all = reads.sums();
        lines.blank();
        lines.row(SOURCES.row("Read from", "bytes", "waited", "rate", "share", "requests"));
        all.stream()
                .limit(MOST_SOURCES)
                .forEach(each -> lines.row(SOURCES.row(
                        TextLines.shortened(TextLines.visible(SourceWords.of(each)), LONGEST_NAME),
                        Amounts.text((double) each.bytes(), "bytes"),
                        each.seconds() == null ? "?" : Figures.taskTime(MILLIS * each.seconds()),
                        SourceWords.rate(each),
                        each.seconds() == null || reads.taskSeconds() <= 0
                                ? ""
                                : Figures.percent(each.seconds() / reads.taskSeconds()),
                        each.requests() > 0 ? Long.toString(each.requests()) : "")));
        int more = all.size() - MOST_SOURCES;
        lines.wrapped(
                "",
                "waited: for which tasks had nothing to work on; share: of their time; ?: not measured."
                        + (more > 0 ? " " + more + " more sources: --json." : ""));
    }
}
