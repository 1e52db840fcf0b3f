// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.fairlead.diagnosis.analysis.Answers;
import org.fairlead.diagnosis.analysis.Bound;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.analysis.Executors;
import org.fairlead.diagnosis.analysis.Skew;
import org.fairlead.diagnosis.analysis.StageFindings;
import org.fairlead.diagnosis.analysis.Untold;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.stragglers.Straggler;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;

/** Diagnoses for a terminal: first the sentence, then the tables. */
public final class DiagnosisText {
    private static final int WIDTH = 100;
    private static final int MOST_SKEWS = 5;
    private static final int MOST_SPILLS = 5;
    private static final int LONGEST_HOST = 20;
    private static final int MOST_PAIRS = 12;
    private static final double BYTES_PER_GIGABYTE = 1e9;
    private static final double REPLAY_TOLERANCE = 0.1;
    /** Below this share of what crosses, placement could save nothing worth the name. */
    private static final double EVEN = 0.05;

    private static final TextColumns PARTS = new TextColumns(-26, 11, 9, -54);
    private static final TextColumns BOUNDS = new TextColumns(-38, 11, 11);
    private static final TextColumns STAGES = new TextColumns(-7, 6, 12, 10, 5, 4, 6, 6, 7, 4, 10, -23);
    private static final TextColumns HOSTS = new TextColumns(-21, 6, 7, -24, 21, 21);
    private static final TextColumns SKEWS = new TextColumns(-6, 7, 11, 11, 10, 10, -45);

    private final TextLines lines = new TextLines(WIDTH);
    private final int mostStages;
    private final double dollarsPerGigabyte;

    private DiagnosisText(int mostStages, double dollarsPerGigabyte) {
        this.mostStages = mostStages;
        this.dollarsPerGigabyte = dollarsPerGigabyte;
    }

    /**
     * @param mostStages rows for stages, those with most task time
     * @param dollarsPerGigabyte of what crosses zones (10^9 bytes); NaN where it is not known
     */
    public static String of(Answers answers, int mostStages, double dollarsPerGigabyte) {
        DiagnosisText text = new DiagnosisText(mostStages, dollarsPerGigabyte);
        boolean first = true;
        for (Diagnosis diagnosis : answers.diagnoses()) {
            if (!first) {
                text.lines.blank();
                text.lines.row("-".repeat(WIDTH));
                text.lines.blank();
            }
            first = false;
            text.add(diagnosis);
        }
        if (!answers.unanswered().isEmpty()) {
            text.lines.section("Nothing to be said of:");
            answers.unanswered().forEach(each -> text.lines.wrapped("  ", each));
        }
        return text.lines.text();
    }

    private void add(Diagnosis diagnosis) {
        lines.wrapped("", Sentence.name(diagnosis) + ": " + Sentence.headline(diagnosis));
        lines.wrapped("", Sentence.details(diagnosis));
        lines.blank();
        lines.wrapped("", setting(diagnosis));
        parts(diagnosis.split(), diagnosis.blocked());
        TimeCausesText.add(lines, diagnosis.causes());
        bounds(diagnosis);
        hosts(diagnosis);
        skews(diagnosis.skews());
        stages(diagnosis.stages());
        zones(diagnosis.zones());
        untold(diagnosis.untold());
    }

    static String setting(Diagnosis diagnosis) {
        Diagnosis.Subject subject = diagnosis.subject();
        Diagnosis.Times times = diagnosis.times();
        String text = (subject.version().isBlank() ? "" : "Spark " + subject.version() + ", ")
                + cluster(subject) + ", " + subject.tasks() + " attempts of tasks. From its start to its end "
                + Figures.time(times.application()) + ", of which jobs ran " + Figures.time(times.jobs()) + ".";
        if (!subject.whole()) {
            text += " The log does not report the end: what runs still is not in these figures.";
        }
        if (subject.compacted()) {
            text +=
                    " The log was compacted by a history server: what had ended by then is not in it, nor in these figures.";
        }
        text += DamageText.sentence(subject.damage());
        double off = times.logged() > 0 ? times.replayed() / times.logged() - 1 : 0;
        if (Math.abs(off) > REPLAY_TOLERANCE) {
            text += " Replayed as it was, it takes " + Figures.percent(Math.abs(off)) + (off < 0 ? " less" : " more")
                    + " than logged: take bounds for so much less exact.";
        }
        return text;
    }

    /** {@code 4 hosts, 8 executors (heap 40.0 GiB; 23.8 GiB for kept blocks and shuffles), 128 slots}. */
    private static String cluster(Diagnosis.Subject subject) {
        Executors executors = subject.executors();
        List<String> memory = new ArrayList<>();
        if (executors.heap().isKnown()) {
            memory.add("heap " + Figures.memory(executors.heap()));
        }
        if (executors.unified().isKnown()) {
            memory.add(Figures.memory(executors.unified()) + " for kept blocks and shuffles");
        }
        String each = memory.isEmpty() ? "" : " (" + String.join("; ", memory) + ")";
        return PolicyText.plural(subject.hosts(), "host") + ", "
                + PolicyText.plural(executors.count(), "executor") + each + ", "
                + PolicyText.plural(subject.slots(), "slot");
    }

    private void parts(Split split, Blocked blocked) {
        lines.blank();
        lines.row(PARTS.row("Task time", Figures.taskTime(split.total()), "share"));
        for (Part part : Part.values()) {
            lines.row(PARTS.row(
                    part.title(),
                    Figures.taskTime(split.of(part)),
                    Figures.percent(split.share(part)),
                    "   " + part.meaning()));
            if (part == Part.UNTOLD && blocked.reading() > 0) {
                lines.row(PARTS.row(
                        "  of it reading, at most",
                        Figures.taskTime(blocked.reading()),
                        Figures.atMost(blocked.reading() / split.total())));
            }
        }
    }

    private void bounds(Diagnosis diagnosis) {
        lines.blank();
        lines.row(BOUNDS.row("Saves of the time in which jobs ran", "measured", "at most"));
        for (Bound bound : diagnosis.bounds()) {
            lines.row(BOUNDS.row(
                    bound.cause().title(),
                    Double.isFinite(bound.measured()) ? Figures.percent(bound.measured()) : "",
                    Figures.atMost(bound.atMost())));
        }
    }

    private void hosts(Diagnosis diagnosis) {
        lines.blank();
        if (diagnosis.stragglers().isEmpty()) {
            lines.wrapped("", noStraggler(diagnosis));
            return;
        }
        lines.row(HOSTS.row("Slow hosts", "tasks", "longer", "  mostly", "without it", "were it as others"));
        for (Straggler each : diagnosis.stragglers()) {
            lines.row(HOSTS.row(
                    shortName(each.host(), LONGEST_HOST),
                    String.valueOf(each.tasks()),
                    Amounts.ratio(each.factor()),
                    "  " + each.kind().title(),
                    Figures.saving(each.without()),
                    Figures.saving(each.repaired())));
            if (!each.everywhere()) {
                lines.wrapped("  ", "only in stages " + String.join(", ", each.stages()));
            }
        }
    }

    /** Without its domain; addresses stay whole. */
    private static String shortName(String host, int longest) {
        int dot = host.indexOf('.');
        String name = dot <= 0 || Character.isDigit(host.charAt(0)) ? host : host.substring(0, dot);
        // Names of one cluster differ at their end.
        return name.length() <= longest ? name : "…" + name.substring(name.length() - longest + 1);
    }

    static String noStraggler(Diagnosis diagnosis) {
        Diagnosis.Compared compared = diagnosis.compared();
        return compared.hosts() < 2
                ? "Hosts cannot be compared: no stage has three tasks or more on two hosts, beside the first of each slot."
                : "No host is slower than the others by more than chance (" + compared.hosts() + " hosts, "
                        + compared.pairs() + " pairs of a host and a stage; one false alarm in 20 applications).";
    }

    private void skews(List<Skew> skews) {
        if (skews.isEmpty()) {
            return;
        }
        lines.blank();
        lines.row(SKEWS.row("Skew", "task", "takes", "median", "reads", "median", "  by, on"));
        skews.stream()
                .limit(MOST_SKEWS)
                .forEach(skew -> lines.row(SKEWS.row(
                        skew.stage(),
                        String.valueOf(skew.partition()),
                        Figures.time(skew.millis()),
                        Figures.time(skew.medianMillis()),
                        Amounts.text(skew.bytes(), "bytes"),
                        Amounts.text(skew.medianBytes(), "bytes"),
                        "  " + why(skew) + ", "
                                + shortName(skew.host(), 40 - why(skew).length()))));
    }

    static String why(Skew skew) {
        return skew.byData() ? "more data" : skew.most().title();
    }

    private void stages(List<StageFindings> stages) {
        lines.blank();
        lines.row(STAGES.row(
                "Stage",
                "tasks",
                "takes",
                "task time",
                "comp",
                "gc",
                "fetch",
                "write",
                "launch",
                "?",
                "waits",
                "  name"));
        for (StageFindings stage : stages.subList(0, Math.min(mostStages, stages.size()))) {
            Split split = stage.split();
            lines.row(STAGES.row(
                    stage.label(),
                    String.valueOf(stage.attempts()),
                    Figures.time(stage.millis()),
                    Figures.taskTime(split.total()),
                    bare(split.share(Part.COMPUTING)),
                    bare(split.share(Part.GARBAGE_COLLECTION)),
                    bare(split.share(Part.FETCH_WAIT)),
                    bare(split.share(Part.SHUFFLE_WRITE)),
                    bare(split.share(Part.LAUNCHING)),
                    bare(split.share(Part.UNTOLD)),
                    Figures.taskTime(stage.waits().mean()),
                    "  " + stage.name()));
        }
        int left = stages.size() - Math.min(mostStages, stages.size());
        lines.wrapped(
                "",
                "Shares of task time in %; ?: not in the log; waits: until a slot is free, in the mean."
                        + (left > 0 ? " " + left + " more stages: --stages, --json, --html." : ""));
        spills(stages);
    }

    /** Stages that spilled most. */
    private void spills(List<StageFindings> stages) {
        List<StageFindings> all = stages.stream()
                .filter(stage -> stage.spilledBytes() > 0)
                .sorted(Comparator.comparingDouble(StageFindings::spilledBytes).reversed())
                .toList();
        if (all.isEmpty()) {
            return;
        }
        List<String> most = all.stream()
                .limit(MOST_SPILLS)
                .map(stage -> Amounts.text(stage.spilledBytes(), "bytes") + " in stage " + stage.label())
                .toList();
        int more = all.size() - most.size();
        lines.wrapped(
                "",
                "Spilled to disk: " + String.join(", ", most)
                        + (more > 0 ? "; " + more + " more stages: --json, --html." : "."));
    }

    private static String bare(double share) {
        return String.format(Locale.ROOT, "%.0f", 100 * share);
    }

    private void zones(ZoneTraffic zones) {
        if (!zones.isKnown()) {
            return;
        }
        lines.blank();
        lines.wrapped("", zoneSentence(zones, dollarsPerGigabyte));
        for (ZoneTraffic.Pair pair :
                zones.pairs().subList(0, Math.min(MOST_PAIRS, zones.pairs().size()))) {
            lines.row(
                    "  ",
                    TextLines.left(pair.from() + " -> " + pair.to(), 40),
                    TextLines.right(Amounts.text(pair.bytes(), "bytes"), 12));
        }
    }

    /** What shuffles brought across zones, what it cost, and what placement could save of it. */
    static String zoneSentence(ZoneTraffic zones, double dollarsPerGigabyte) {
        double all = zones.inside() + zones.across();
        if (zones.across() <= 0 && zones.unplaced() <= 0) {
            return "Across zones: " + amount(0, dollarsPerGigabyte) + " of " + Amounts.text(all, "bytes")
                    + " of shuffles.";
        }
        String saves = zones.saved() <= EVEN * zones.across()
                ? "Placement could save nothing of it: map output is even, each reducing task needs as much from every zone."
                : "Placement could save at most " + amount(zones.saved(), dollarsPerGigabyte)
                        + ", with all reducing tasks in the zone that has most of their map output; not the other "
                        + amount(zones.across() - zones.saved(), dollarsPerGigabyte) + ".";
        String unplaced = zones.unplaced() > 0
                ? " Of " + Amounts.text(zones.unplaced(), "bytes") + " it is not known from where to where they went."
                : "";
        return "Across zones: " + amount(zones.across(), dollarsPerGigabyte) + " of "
                + Amounts.text(all, "bytes") + " of shuffles. " + saves + unplaced
                + " What tasks read and wrote elsewhere the log has no place for.";
    }

    private static String amount(double bytes, double dollarsPerGigabyte) {
        String text = Amounts.text(bytes, "bytes");
        return Double.isFinite(dollarsPerGigabyte)
                ? text + String.format(Locale.ROOT, " ($%.2f)", bytes / BYTES_PER_GIGABYTE * dollarsPerGigabyte)
                : text;
    }

    private void untold(List<Untold> untold) {
        if (untold.isEmpty()) {
            return;
        }
        lines.section("What the log cannot tell, and the line of configuration that would");
        for (Untold each : untold) {
            lines.wrapped(
                    "  ",
                    Figures.percent(each.share()) + " (" + Figures.taskTime(each.millis()) + "): "
                            + each.kind().meaning());
            if (each.line().isThere()) {
                options(each.line().options());
            } else {
                lines.wrapped("      ", "none: " + each.line().whyNone());
            }
        }
        if (untold.stream().anyMatch(DiagnosisText::isObserved)) {
            lines.wrapped(
                    "",
                    "DIR is a directory on the driver's machine. Of the next run 'fairlead why LOG --decisions DIR' then says what tasks waited for.");
        }
    }

    /** Each on a line of its own, so that a shell takes them as they stand. */
    private void options(String all) {
        int next = all.indexOf(" --");
        if (next < 0) {
            lines.row("      ", all);
            return;
        }
        lines.row("      ", all.substring(0, next), " \\");
        options(all.substring(next + 1));
    }

    private static boolean isObserved(Untold each) {
        boolean observable = each.kind() == Untold.Kind.STORAGE || each.kind() == Untold.Kind.WAITING;
        return observable && each.line().isThere();
    }
}
