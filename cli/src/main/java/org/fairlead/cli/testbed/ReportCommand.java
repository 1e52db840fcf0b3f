// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.fairlead.testbed.report.ComparisonSvg;
import org.fairlead.testbed.report.Comparisons;
import org.fairlead.testbed.report.ConsoleTable;
import org.fairlead.testbed.report.HtmlReport;
import org.fairlead.testbed.report.ReportJson;
import org.fairlead.testbed.results.ContenderPair;
import org.fairlead.testbed.results.RunRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the report of an earlier run again. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the comparison of an earlier run again and draws report.html and comparison.svg anew from its"
                    + " report.json.",
            "",
            "  fairlead testbed report results/demo-20260101-120000",
            "  fairlead testbed report results/tasks-sort-20260101-120000 \\",
            "    --compare fairlead-tasks:status-aware-disk",
            ""
        })
final class ReportCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "a directory that 'run' or 'demo' wrote")
    private Path directory;

    @Option(
            names = "--compare",
            paramLabel = "CONTENDER:OTHER",
            split = ",",
            description = "compares contenders of the run with one another, too, as all are with the baseline; pairs"
                    + " separated by commas. report.json stays as it is")
    private List<String> pairs = List.of();

    @Override
    public Integer call() throws IOException {
        Path json = directory.resolve("report.json");
        if (!Files.isRegularFile(json)) {
            throw new IllegalArgumentException("there is no report.json in " + directory);
        }
        RunRecord kept = ReportJson.read(json);
        RunRecord run = Comparisons.alsoComparing(
                kept,
                pairs.stream()
                        .map(text -> ContenderPair.parse(text, kept.besideBaseline()))
                        .toList());
        HtmlReport.write(run, directory.resolve("report.html"));
        ComparisonSvg.write(run, directory.resolve("comparison.svg"));
        System.out.println(ConsoleTable.render(run));
        System.out.println("report: " + directory.resolve("report.html"));
        return 0;
    }
}
