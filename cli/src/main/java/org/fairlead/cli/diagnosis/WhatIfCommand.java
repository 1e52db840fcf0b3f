// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.cli.simulate.LongRun;
import org.fairlead.cli.simulate.OutputFile;
import org.fairlead.diagnosis.history.LogAddress;
import org.fairlead.diagnosis.report.WhatIfJson;
import org.fairlead.diagnosis.report.WhatIfText;
import org.fairlead.diagnosis.whatif.Change;
import org.fairlead.diagnosis.whatif.WhatIf;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what an application would have taken if something had been otherwise, by its event log. */
@Command(
        name = "what-if",
        mixinStandardHelpOptions = true,
        description = {
            "Says what a Spark application would have taken with faster links or disks, without a host, or with other executors, by its event"
                    + " log alone. First the log is replayed as it was; only where that is within 10 % of what it says there is an answer.",
            "",
            "  fairlead what-if app-20260101120000-0001.zstd --links 2x",
            "  fairlead what-if app-20260101120000-0001.zstd --without-host w13",
            "  fairlead what-if http://history:18080 \\",
            "    --application app-20260101120000-0001 --executors 20",
            "  fairlead what-if /var/log/spark --links 10x --disks 10x --json all.json",
            "",
            "Several changes are answered each by itself, and all together. Logs may be as for 'fairlead why'.",
            "",
            "docs/why.md explains every figure.",
            ""
        })
public final class WhatIfCommand implements Callable<Integer> {
    private static final double MOST_TIMES = 1_000_000;
    private static final int MOST_EXECUTORS = 100_000;

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

    @Option(names = "--links", paramLabel = "TIMES", description = "how many times as fast the network is, such as 2x")
    private String links;

    @Option(names = "--disks", paramLabel = "TIMES", description = "how many times as fast disks are, such as 4x")
    private String disks;

    @Option(
            names = "--without-host",
            paramLabel = "HOST",
            description = "that host is not there; its tasks run on the others")
    private String host;

    @Option(names = "--executors", paramLabel = "K", description = "so many, each with slots as those that there were")
    private String executors;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "writes all figures; - for standard output, the table then goes to standard error")
    private String json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<Change> changes = changes();
        Optional<OutputFile> figures = OutputFile.of("--json", json);
        OutputFile.check(
                figures.stream().toList(), LogAddress.isAddress(source) ? null : LogsToRead.path(source), null);
        try (Interruption interruption = new Interruption()) {
            LongRun run = new LongRun(System.err, interruption);
            EachApplication<WhatIfAnswer> all = EachApplication.ask(
                    source,
                    Optional.ofNullable(application),
                    run,
                    (read, log) -> WhatIf.answer(read, changes, run.watch("replaying " + log.getFileName())));
            if (figures.isPresent()) {
                figures.get().write(to -> to.write(WhatIfJson.bytes(all.answers(), all.unanswered())));
            }
            boolean taken = figures.stream().anyMatch(OutputFile::isStandard);
            PrintWriter text =
                    taken ? spec.commandLine().getErr() : spec.commandLine().getOut();
            text.print(WhatIfText.of(all.answers(), all.unanswered()));
            text.flush();
            return 0;
        } catch (OutOfMemoryError e) {
            throw LongRun.outOfMemory(e);
        }
    }

    /** Each that was asked for, and all together where these are several. */
    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        Change all = Change.NONE;
        if (links != null) {
            double factor = times("--links", links);
            changes.add(Change.NONE.withLinks(factor));
            all = all.withLinks(factor);
        }
        if (disks != null) {
            double factor = times("--disks", disks);
            changes.add(Change.NONE.withDisks(factor));
            all = all.withDisks(factor);
        }
        if (host != null) {
            changes.add(Change.NONE.without(host));
            all = all.without(host);
        }
        if (executors != null) {
            int count = count();
            changes.add(Change.NONE.withExecutors(count));
            all = all.withExecutors(count);
        }
        if (changes.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing is to be otherwise; accepted: --links, --disks, --without-host, --executors");
        }
        if (changes.size() > 1) {
            changes.add(all);
        }
        return changes;
    }

    private static double times(String option, String text) {
        try {
            double times = Double.parseDouble(text.endsWith("x") ? text.substring(0, text.length() - 1) : text);
            if (times > 1 && times <= MOST_TIMES) {
                return times;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(option + " '" + text
                + "' is not a number above 1, such as 2x; what slower ones would cost a log does not tell");
    }

    private int count() {
        try {
            int count = Integer.parseInt(executors);
            if (count >= 1 && count <= MOST_EXECUTORS) {
                return count;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "--executors '" + executors + "' is not a whole number from 1 to " + MOST_EXECUTORS);
    }
}
