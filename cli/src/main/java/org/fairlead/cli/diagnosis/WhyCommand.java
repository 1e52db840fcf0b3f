// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.cli.simulate.LongRun;
import org.fairlead.diagnosis.analysis.Analyst;
import org.fairlead.diagnosis.analysis.Answers;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.report.DiagnosisJson;
import org.fairlead.diagnosis.report.DiagnosisPage;
import org.fairlead.diagnosis.report.DiagnosisText;
import org.fairlead.diagnosis.zones.Zones;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says why an application was slow, and what could be gained at most, by its event log. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        description = {
            "Says why a Spark application took as long as it did, by its event log alone: where the time of its tasks went, what a faster"
                    + " network, faster disks or more slots would save at most, which hosts are slow, and what the log cannot tell. Nothing"
                    + " is installed, nothing on the cluster changes.",
            "",
            "  fairlead why /var/log/spark/app-20260101120000-0001.zstd",
            "  fairlead why /var/log/spark/app-20260101120000-0001 \\",
            "    --html why.html",
            "  fairlead why /var/log/spark --json all.json",
            "  fairlead why monday.zstd tuesday.zstd",
            "  fairlead why http://history:18080 --application app-20260101120000-0001",
            "  fairlead why http://history:18080/history/app-20260101120000-0001/jobs/",
            "  fairlead why eventlog_v2_app-20260101120000-0001 \\",
            "    --zones zones.yaml --price 0.02",
            "",
            "Where the plug-in has observed, a file of decisions (spark.fairlead.decisions.dir) says why: beside a log, task time by cause; in"
                    + " the place of one, which DataNodes or executors gave slower than the others:",
            "",
            "  fairlead why app-20260101120000-0001.zstd \\",
            "    --decisions decisions/app-20260101120000-0001.jsonl",
            "  fairlead why decisions/app-20260101120000-0001.jsonl",
            "",
            "Logs may be of Spark 2.4 to 4.x, plain or packed (zstd, lz4, snappy, gzip), rolled, cut off, or still being written."
                    + " A file of zones has a line for each: 'zone-a: [w1, \"10.0.1.*\"]'.",
            "",
            "docs/why.md explains every figure.",
            ""
        })
public final class WhyCommand implements Callable<Integer> {
    @Mixin
    private LogOptions options;

    @Option(
            names = "--price",
            paramLabel = "DOLLARS",
            description = "of a gigabyte (10^9 bytes) that crosses zones, such as 0.02; needs --zones")
    private String price;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        double dollars = dollars();
        options.check(null);
        Optional<Path> decisions = DecisionsToRead.of(options.sources());
        if (decisions.isPresent()) {
            DecisionsToRead.explain(decisions.get(), options, spec.commandLine());
            return 0;
        }
        try (Interruption interruption = new Interruption()) {
            Answers answers = answers(new LongRun(System.err, interruption));
            options.write(
                    () -> DiagnosisPage.render(answers, dollars),
                    () -> DiagnosisJson.bytes(answers, dollars),
                    DiagnosisText.of(answers, options.stages(), dollars),
                    spec.commandLine());
            return 0;
        } catch (OutOfMemoryError e) {
            throw LongRun.outOfMemory(e);
        }
    }

    private double dollars() {
        if (price == null) {
            return Double.NaN;
        }
        if (options.zonesFile().isEmpty()) {
            throw new IllegalArgumentException(
                    "--price " + price + " needs --zones: what crosses nothing costs nothing");
        }
        try {
            double dollars = Double.parseDouble(price);
            if (dollars >= 0 && dollars <= 1000) {
                return dollars;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "--price '" + price + "' is not a number of dollars from 0 to 1000, such as 0.02");
    }

    private Answers answers(LongRun run) throws IOException {
        Optional<Zones> zones = options.zones();
        DecisionFiles decisions = DecisionFiles.of(options.decisions());
        EachApplication<Diagnosis> all =
                EachApplication.ask(options.sources(), options.application(), run, (read, log) -> {
                    zones.ifPresent(each -> each.checkKnowAny(read));
                    return Analyst.diagnose(
                            read, zones, decisions.of(read), run.watch("replaying " + log.getFileName()));
                });
        decisions.checkAnyWasAsked(options.sources());
        LogOptions.say(decisions.notes(), spec.commandLine());
        return new Answers(all.answers(), all.unanswered());
    }
}
