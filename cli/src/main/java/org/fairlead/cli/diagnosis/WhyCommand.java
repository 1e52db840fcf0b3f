// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.cli.simulate.LongRun;
import org.fairlead.cli.simulate.OutputFile;
import org.fairlead.diagnosis.analysis.Analyst;
import org.fairlead.diagnosis.analysis.Answers;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.history.LogAddress;
import org.fairlead.diagnosis.report.DiagnosisJson;
import org.fairlead.diagnosis.report.DiagnosisPage;
import org.fairlead.diagnosis.report.DiagnosisText;
import org.fairlead.diagnosis.zones.ZoneBytes;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.diagnosis.zones.Zones;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
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
            "  fairlead why http://history:18080 --application app-20260101120000-0001",
            "  fairlead why http://history:18080/history/app-20260101120000-0001/jobs/",
            "  fairlead why eventlog_v2_app-20260101120000-0001 \\",
            "    --zones zones.yaml --price 0.02",
            "",
            "Logs may be of Spark 2.4 to 4.x, plain or packed (zstd, lz4, snappy, gzip), rolled, cut off, or still being written."
                    + " A file of zones has a line for each: 'zone-a: [w1, \"10.0.1.*\"]'.",
            "",
            "docs/why.md explains every figure.",
            ""
        })
public final class WhyCommand implements Callable<Integer> {
    private static final int MOST_STAGES = 1_000_000;

    @Parameters(
            paramLabel = "LOG",
            description =
                    "an event log, a directory of one that was rolled or of several, or the address of a history server")
    private String source;

    @Option(
            names = "--application",
            paramLabel = "ID",
            description = "only this one; of a history server the newest that has ended if none is named")
    private String application;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "writes one page that needs no network; - for standard output")
    private String html;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "writes all figures; - for standard output, the tables then go to standard error")
    private String json;

    @Option(names = "--zones", paramLabel = "FILE", description = "the hosts of each zone or rack, as YAML")
    private Path zones;

    @Option(
            names = "--price",
            paramLabel = "DOLLARS",
            description = "of a gigabyte (10^9 bytes) that crosses zones, such as 0.02; needs --zones")
    private String price;

    @Option(
            names = "--stages",
            paramLabel = "N",
            defaultValue = "10",
            description = "rows for stages, those with most task time; default ${DEFAULT-VALUE}")
    private int stages;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        double dollars = dollars();
        if (stages < 0 || stages > MOST_STAGES) {
            throw new IllegalArgumentException("--stages " + stages + " is not from 0 to " + MOST_STAGES);
        }
        Optional<OutputFile> page = OutputFile.of("--html", html);
        Optional<OutputFile> figures = OutputFile.of("--json", json);
        OutputFile.check(
                Stream.concat(page.stream(), figures.stream()).toList(),
                LogAddress.isAddress(source) ? null : LogsToRead.path(source),
                zones);
        Optional<Zones> known = Optional.ofNullable(zones).map(Zones::read);
        try (Interruption interruption = new Interruption()) {
            Answers answers = answers(known, new LongRun(System.err, interruption));
            if (page.isPresent()) {
                page.get().write(to -> to.write(DiagnosisPage.render(answers, dollars)));
            }
            if (figures.isPresent()) {
                figures.get().write(to -> to.write(DiagnosisJson.bytes(answers, dollars)));
            }
            boolean taken = Stream.concat(page.stream(), figures.stream()).anyMatch(OutputFile::isStandard);
            PrintWriter text =
                    taken ? spec.commandLine().getErr() : spec.commandLine().getOut();
            text.print(DiagnosisText.of(answers, stages, dollars));
            text.flush();
            return 0;
        } catch (OutOfMemoryError e) {
            throw LongRun.outOfMemory(e);
        }
    }

    private double dollars() {
        if (price == null) {
            return Double.NaN;
        }
        if (zones == null) {
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

    private Answers answers(Optional<Zones> known, LongRun run) throws IOException {
        EachApplication<Diagnosis> all =
                EachApplication.ask(source, Optional.ofNullable(application), run, (read, log) -> {
                    ZoneTraffic traffic =
                            known.map(each -> ZoneBytes.of(read, each)).orElse(ZoneTraffic.NONE);
                    return Analyst.diagnose(read, traffic, run.watch("replaying " + log.getFileName()));
                });
        return new Answers(all.answers(), all.unanswered());
    }
}
