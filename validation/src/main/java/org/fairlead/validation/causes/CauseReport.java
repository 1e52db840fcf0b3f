// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation.causes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.fairlead.diagnosis.verdict.NamedCause;
import org.fairlead.diagnosis.verdict.Verdict;
import org.fairlead.report.Json;
import org.fairlead.report.Quantiles;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.report.WholeFile;
import org.fairlead.testbed.causes.CauseFiles;
import org.fairlead.testbed.causes.CauseKind;
import org.fairlead.validation.causes.ScoredRun.Score;

/** How often causes were named rightly, and what was predicted without them against what was measured, for people and for programs. */
public final class CauseReport {
    private static final int WIDTH = 140;
    private static final double NEAR = 0.2;
    /** Of task time that is wanted to have a cause. */
    private static final double ATTRIBUTED = 0.9;

    private static final TextColumns RUNS = new TextColumns(-5, -33, -24, -10, -24, -10, 9, 9, 8, 8);

    private final List<ScoredRun> runs;
    private final WhatIfReport whatIf;
    /** In which jobs ran where there was no cause, the median; NaN where there was no such run. */
    private final double quietSeconds;
    /** 0 where all share the machine's. */
    private final double processorsPerHost;

    /**
     * Asks {@code why} and {@code what-if} of each application that ran to its end.
     *
     * @param out the directory of the run
     * @param from only of this application and those that came after it, from 1
     * @throws org.fairlead.protocol.yaml.InvalidFileException if it is none of such a run, or a file in it cannot be read
     */
    public static CauseReport of(Path out, int from) throws IOException {
        CauseScorer.Scores scores = CauseScorer.score(new CauseFiles(out), from);
        return new CauseReport(scores.why(), scores.whatIf());
    }

    CauseReport(List<ScoredRun> runs, List<AskedRun> asked) {
        this.runs = List.copyOf(runs);
        double[] quiet = runs.stream()
                .filter(run -> run.cause().kind() == CauseKind.NONE)
                .mapToDouble(ScoredRun::jobSeconds)
                .sorted()
                .toArray();
        quietSeconds = quiet.length == 0 ? Double.NaN : Quantiles.of(quiet, 0.5);
        processorsPerHost = runs.stream()
                .mapToDouble(run -> run.cause().processorsPerHost())
                .max()
                .orElse(0);
        whatIf = new WhatIfReport(asked, quietSeconds);
    }

    /** What was predicted of a run without its cause, over what runs without one took, less 1; NaN where nothing is to be compared. */
    private double off(ScoredRun run) {
        return run.cause().kind() != CauseKind.NONE && run.score(run.observed()) == Score.RIGHT
                ? run.predictedSeconds() / quietSeconds - 1
                : Double.NaN;
    }

    private long count(Function<ScoredRun, Verdict> answer, Score score) {
        return runs.stream()
                .filter(run -> run.score(answer.apply(run)) == score)
                .count();
    }

    /** For a terminal. */
    public String table() {
        TextLines lines = new TextLines(WIDTH);
        lines.row(RUNS.row(
                "Run",
                "hidden cause",
                "why, observed",
                "",
                "why, by the log alone",
                "",
                "jobs",
                "without",
                "off",
                "told"));
        for (ScoredRun run : runs) {
            double off = off(run);
            lines.row(RUNS.row(
                    Integer.toString(run.cause().run()),
                    run.cause().words(),
                    words(run.observed()),
                    run.score(run.observed()).words(),
                    words(run.alone()),
                    run.score(run.alone()).words(),
                    String.format(Locale.ROOT, "%.1f s", run.jobSeconds()),
                    Double.isNaN(off) ? "" : String.format(Locale.ROOT, "%.1f s", run.predictedSeconds()),
                    Double.isNaN(off) ? "" : String.format(Locale.ROOT, "%+.0f %%", 100 * off),
                    Double.isNaN(run.withCause()) ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * run.withCause())));
        }
        lines.blank();
        if (processorsPerHost > 0) {
            lines.wrapped("", "Each host had " + processorsPerHost + " processors of its own.");
        }
        lines.wrapped("", summary("Observed", ScoredRun::observed));
        lines.wrapped("", summary("By the log alone", ScoredRun::alone));
        lines.wrapped("", predictions());
        lines.wrapped("", attributed());
        lines.wrapped(
                "",
                "told: task time with a cause, observed. right: the kind and, where it has one, the host or rack; of runs without a cause that none is named. not told: none is"
                        + " named, or the right host without what of it.");
        lines.blank();
        whatIf.add(lines);
        return lines.text();
    }

    private String summary(String how, Function<ScoredRun, Verdict> answer) {
        long invented = runs.stream()
                .filter(run -> run.cause().kind() == CauseKind.NONE)
                .filter(run -> !answer.apply(run).causes().isEmpty())
                .count();
        long quiet = runs.stream()
                .filter(run -> run.cause().kind() == CauseKind.NONE)
                .count();
        return how + ": " + count(answer, Score.RIGHT) + " of " + runs.size() + " right, "
                + count(answer, Score.UNTOLD) + " not told, " + count(answer, Score.WRONG) + " wrong; invented in "
                + invented + " of " + quiet + " runs without a cause.";
    }

    private String predictions() {
        double[] all =
                runs.stream().mapToDouble(this::off).filter(Double::isFinite).toArray();
        long near = Arrays.stream(all).filter(off -> Math.abs(off) <= NEAR).count();
        if (Double.isNaN(quietSeconds)) {
            return "No run was without a cause: what was predicted is not compared.";
        }
        return "Without a cause jobs ran " + String.format(Locale.ROOT, "%.1f s", quietSeconds)
                + " (median). What was predicted without the cause that was named rightly is within 20 % of that in "
                + near + " of " + all.length + " runs.";
    }

    /** Shares of task time that have a cause, by application, sorted. */
    private double[] withCause() {
        return runs.stream()
                .mapToDouble(ScoredRun::withCause)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
    }

    private String attributed() {
        double[] shares = withCause();
        if (shares.length == 0) {
            return "Of no application is it known from whom its tasks have read.";
        }
        return String.format(
                Locale.ROOT,
                "Of the task time %.0f %% has a cause in the median, observed; %.0f %% at least; at least 90 %% in %d of %d applications.",
                100 * Quantiles.of(shares, 0.5),
                100 * shares[0],
                Arrays.stream(shares).filter(share -> share >= ATTRIBUTED).count(),
                shares.length);
    }

    private static String words(Verdict verdict) {
        return verdict.first()
                .map(named -> named.kind().key().replace('_', ' ') + " " + named.place())
                .orElse("none");
    }

    /** @param status {@code complete} or {@code partial} */
    public void write(Path file, String status, long seed) throws IOException {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1).put("status", status).put("seed", seed);
        Json.put(root, "processors_per_host", processorsPerHost > 0 ? processorsPerHost : Double.NaN);
        Json.put(root, "quiet_jobs_s", quietSeconds);
        counts(root.putObject("observed"), ScoredRun::observed);
        double[] shares = withCause();
        Json.put(root, "with_a_cause_median", shares.length == 0 ? Double.NaN : Quantiles.of(shares, 0.5));
        Json.put(root, "with_a_cause_least", shares.length == 0 ? Double.NaN : shares[0]);
        counts(root.putObject("log_alone"), ScoredRun::alone);
        whatIf.write(root.putObject("what_if"));
        ArrayNode all = root.putArray("runs");
        for (ScoredRun run : runs) {
            ObjectNode node = all.addObject();
            node.put("run", run.cause().run())
                    .put("kind", run.cause().kind().key())
                    .put("place", run.cause().place());
            Json.put(node, "degree", run.cause().degree());
            Json.put(node, "jobs_s", run.jobSeconds());
            Json.put(node, "predicted_s", run.predictedSeconds());
            Json.put(node, "off", off(run));
            Json.put(node, "with_a_cause", run.withCause());
            verdict(node.putObject("observed"), run, run.observed());
            verdict(node.putObject("log_alone"), run, run.alone());
            whatIf.write(node.putObject("what_if"), run.cause().run());
        }
        byte[] bytes = Json.bytes(root);
        WholeFile.write(file, to -> to.write(bytes));
    }

    private void counts(ObjectNode into, Function<ScoredRun, Verdict> answer) {
        into.put("right", count(answer, Score.RIGHT))
                .put("not_told", count(answer, Score.UNTOLD))
                .put("wrong", count(answer, Score.WRONG));
    }

    private static void verdict(ObjectNode into, ScoredRun run, Verdict verdict) {
        into.put("score", run.score(verdict).words());
        Json.put(into, "untold", verdict.untold());
        ArrayNode causes = into.putArray("causes");
        for (NamedCause each : verdict.causes()) {
            ObjectNode node = causes.addObject();
            node.put("kind", each.kind().key()).put("place", each.place());
            Json.put(node, "saves", each.saves());
        }
    }
}
