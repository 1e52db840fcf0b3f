// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.RunRecord;

/** Renders the made-up runs into a directory, to look at the reports while working on them. */
final class RenderSample {
    private RenderSample() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/sample-report");
        Map<String, RunRecord> runs = Map.of(
                "demo", SampleRun.demo(5),
                "large", SampleRun.large(),
                "single", SampleRun.demo(1),
                "empty", SampleRun.of(List.of(SampleRun.STOCK), List.of(), "partial"),
                "hostile", HostileRun.run());
        for (Map.Entry<String, RunRecord> run : runs.entrySet()) {
            Path into = directory.resolve(run.getKey());
            HtmlReport.write(run.getValue(), into.resolve("report.html"));
            ReportJson.write(run.getValue(), into.resolve("report.json"));
            ComparisonSvg.write(run.getValue(), into.resolve("comparison.svg"));
        }
        System.out.print(ConsoleTable.render(runs.get("demo")));
    }
}
