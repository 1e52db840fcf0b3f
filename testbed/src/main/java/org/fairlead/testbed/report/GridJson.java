// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.report.WholeFile;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.GapClosed;
import org.fairlead.testbed.results.PairComparison;
import org.fairlead.testbed.results.RunRecord;

/** {@code grid.json}: what was found at each point of a scenario with several traffics, without the rounds. */
public final class GridJson {
    /** One point; its rounds are in the {@code report.json} of its own directory. */
    private record Point(
            String name,
            String status,
            List<Comparison> comparisons,
            List<GapClosed> gaps,
            List<PairComparison> pairs) {}

    private GridJson() {}

    /** Whole or not at all. */
    public static void write(List<RunRecord> runs, Path file) throws IOException {
        List<Point> points = runs.stream()
                .map(run -> new Point(RunText.name(run), run.status(), run.comparisons(), run.gaps(), run.pairs()))
                .toList();
        WholeFile.write(file, out -> {
            OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
            buffered.write(ReportJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(points));
            buffered.write('\n');
            buffered.flush();
        });
    }
}
