// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import static org.fairlead.report.TextLines.left;
import static org.fairlead.report.TextLines.right;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextLines;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload.StoredFile;

/** Adds up what a workload holds, by size of job and by kind: jobs, tasks, bytes read, shuffled and written, processor time. */
public final class WorkloadSummary {
    private static final int WIDTH = 100;
    private static final int LABEL = 22;
    private static final int COLUMN = 11;
    private static final int[] BINS = {10, 50, 150, 500, Integer.MAX_VALUE};
    private static final List<String> BIN_NAMES =
            List.of("1-10 tasks", "11-50 tasks", "51-150 tasks", "151-500 tasks", "above 500 tasks");

    private final Workload workload;
    private final Sums all = new Sums();
    private final List<Sums> bins = new ArrayList<>();
    private final Map<String, Sums> kinds = new TreeMap<>();

    /** Of some jobs. */
    private static final class Sums {
        private long jobs;
        private long tasks;
        private double read;
        private double shuffled;
        private double written;
        private double computeSeconds;

        private void add(Job job, double[] bytes) {
            jobs++;
            tasks += job.tasks();
            read += bytes[0];
            shuffled += bytes[1];
            written += bytes[2];
            computeSeconds += bytes[3];
        }
    }

    public WorkloadSummary(Workload workload) {
        this.workload = workload;
        for (int i = 0; i < BINS.length; i++) {
            bins.add(new Sums());
        }
        Map<String, Long> files = new HashMap<>();
        workload.files().forEach(file -> files.put(file.name(), file.bytes()));
        for (Job job : workload.jobs()) {
            double[] amounts = amounts(job, files);
            all.add(job, amounts);
            int bin = 0;
            while (job.tasks() > BINS[bin]) {
                bin++;
            }
            bins.get(bin).add(job, amounts);
            kinds.computeIfAbsent(job.kind(), unused -> new Sums()).add(job, amounts);
        }
    }

    /** Bytes read, shuffled and written, and processor seconds; {@code files} learns what the job writes. */
    private static double[] amounts(Job job, Map<String, Long> files) {
        double[] sums = new double[4];
        for (int i = 0; i < job.stages().size(); i++) {
            Stage stage = job.stages().get(i);
            double input = 0;
            if (stage.input() instanceof Input.Blocks blocks) {
                input = blocks.bytes();
                sums[0] += input;
            } else if (stage.input() instanceof Input.File file) {
                input = files.getOrDefault(file.name(), 0L);
                sums[0] += input;
            } else if (stage.input() instanceof Input.Shuffle) {
                for (int parent : stage.parents()) {
                    if (job.stages().get(parent).output() instanceof Output.Shuffle shuffle) {
                        input += shuffle.bytes();
                    }
                }
            }
            double output = 0;
            if (stage.output() instanceof Output.Shuffle shuffle) {
                output = shuffle.bytes();
                sums[1] += output;
            } else if (stage.output() instanceof Output.Files written) {
                output = written.bytes();
                sums[2] += output;
                files.put(job.name() + "/" + i, written.bytes());
            }
            boolean reads = !(stage.input() instanceof Input.None);
            sums[3] += stage.computeSecondsOfAll() + stage.computeSecondsPerByte() * (reads ? input : output);
        }
        return sums;
    }

    /** For a terminal. */
    public String text() {
        TextLines lines = new TextLines(WIDTH);
        double stored = workload.files().stream().mapToDouble(StoredFile::bytes).sum();
        double last = workload.jobs().isEmpty()
                ? 0
                : workload.jobs().get(workload.jobs().size() - 1).submitSeconds();
        lines.row(workload.name() + ": " + all.jobs + " jobs with " + all.tasks + " tasks, submitted within "
                + Amounts.text(last, "s"));
        if (!workload.files().isEmpty()) {
            lines.row("stored before: " + workload.files().size() + " files, " + Amounts.text(stored, "bytes"));
        }
        lines.blank();
        lines.row(
                left("", LABEL),
                right("jobs", COLUMN),
                right("tasks", COLUMN),
                right("read", COLUMN),
                right("shuffled", COLUMN),
                right("written", COLUMN),
                right("compute", COLUMN + 3));
        for (int i = 0; i < BINS.length; i++) {
            if (bins.get(i).jobs > 0) {
                row(lines, BIN_NAMES.get(i), bins.get(i));
            }
        }
        lines.blank();
        kinds.forEach((kind, sums) -> row(lines, kind, sums));
        lines.blank();
        row(lines, "all", all);
        return lines.text();
    }

    private static void row(TextLines lines, String label, Sums sums) {
        lines.row(
                left(label, LABEL),
                right(String.valueOf(sums.jobs), COLUMN),
                right(String.valueOf(sums.tasks), COLUMN),
                right(Amounts.text(sums.read, "bytes"), COLUMN),
                right(Amounts.text(sums.shuffled, "bytes"), COLUMN),
                right(Amounts.text(sums.written, "bytes"), COLUMN),
                right(Amounts.digits(sums.computeSeconds / 3600) + " h", COLUMN + 3));
    }
}
