// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.protocol.Quantities;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.WorkloadFile;
import org.fairlead.sim.workload.WorkloadSummary;
import org.fairlead.sim.workload.source.WorkloadSources;
import org.fairlead.sim.workload.swim.SwimTrace;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a workload of jobs, from a kind or from a log or trace, or shows what one holds. */
@Command(
        name = "workload",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a workload: a file with a line for each job, for 'fairlead simulate jobs'. Either of a KIND that was published, or of"
                    + " what a cluster did: a trace of SWIM, an event log of Spark (one file, or a directory).",
            "",
            "  fairlead simulate workload sort-jobs --out sort.jsonl",
            "  fairlead simulate workload --show sort.jsonl",
            "  fairlead simulate workload facebook-mix --jobs 1000 --tasks 100000 \\",
            "    --hours 1 --seed 7 --out day.jsonl.gz",
            "  fairlead simulate workload --out app.jsonl \\",
            "    --from /var/log/spark/app-20260101120000-0001.zstd",
            "",
            "docs/jobs.md explains kinds, options and the file.",
            ""
        })
final class SimulateWorkloadCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "KIND",
            description = "flexfetch-macro, flexfetch-cardinal, sort-jobs, sinbad-writers or facebook-mix")
    private String kind;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "a workload, a trace of SWIM or an event log of Spark: recognized by its content")
    private Path from;

    @Option(
            names = "--show",
            paramLabel = "FILE",
            description = "says what FILE holds; it may be whatever --from reads")
    private Path show;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "of what is left to chance; default ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--out", paramLabel = "FILE", description = "packed if its name ends in .gz; - for standard output")
    private String out;

    @ArgGroup(
            validate = false,
            heading = "%nOptions of a kind, or of a trace of SWIM (docs/jobs.md says which takes which):%n")
    private final WorkloadOptions options = new WorkloadOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        long sources = List.of(Optional.ofNullable(kind), Optional.ofNullable(from), Optional.ofNullable(show)).stream()
                .filter(Optional::isPresent)
                .count();
        if (sources != 1) {
            throw new IllegalArgumentException("one of KIND, --from FILE and --show FILE is expected; kinds: "
                    + String.join(", ", WorkloadOptions.KINDS));
        }
        if (show != null && out != null) {
            throw new IllegalArgumentException("--out belongs to KIND or --from; --show writes no file");
        }
        refuseForeignOptions();
        Optional<OutputFile> file = OutputFile.of("--out", out);
        OutputFile.check(file.stream().toList(), from);
        try (Interruption interruption = new Interruption()) {
            LongRun run = new LongRun(System.err, interruption);
            Workload workload = kind != null ? options.workload(kind, seed) : read(show == null ? from : show, run);
            if (file.isPresent()) {
                file.get().write(to -> write(workload, to));
            }
            PrintWriter text = file.filter(OutputFile::isStandard).isPresent()
                    ? spec.commandLine().getErr()
                    : spec.commandLine().getOut();
            text.print(new WorkloadSummary(workload).text());
            if (file.isPresent()) {
                text.println();
                text.println("workload: " + file.get());
            }
            text.flush();
            return 0;
        } catch (OutOfMemoryError e) {
            throw LongRun.outOfMemory(e);
        }
    }

    private Workload read(Path file, LongRun run) {
        SwimTrace.Options swim = options.swim(seed);
        return WorkloadSources.read(file, swim, run.watch("reading " + file));
    }

    private void write(Workload workload, OutputStream to) throws IOException {
        if (out.endsWith(".gz")) {
            GZIPOutputStream packed = new GZIPOutputStream(to, 1 << 16);
            WorkloadFile.write(workload, packed);
            packed.finish();
        } else {
            WorkloadFile.write(workload, to);
        }
    }

    /** An option that has no effect would be a promise not kept. */
    private void refuseForeignOptions() {
        Set<String> given = new TreeSet<>();
        spec.commandLine().getParseResult().matchedOptions().forEach(option -> given.add(option.longestName()));
        Set<String> accepted = new TreeSet<>(WorkloadOptions.acceptedBy(kind == null ? "swim" : kind));
        accepted.addAll(List.of("--from", "--show", "--out", "--seed"));
        for (String option : given) {
            if (!accepted.contains(option)) {
                throw new IllegalArgumentException(option + " does not belong to "
                        + (kind == null ? "a file that is read" : kind) + "; accepted: "
                        + String.join(", ", accepted));
            }
        }
    }

    /** A size that an option gives. */
    static long bytes(String option, String text) {
        try {
            return Quantities.bytes(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + " " + e.getMessage(), e);
        }
    }
}
