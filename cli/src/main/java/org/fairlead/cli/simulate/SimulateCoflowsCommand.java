// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.protocol.Quantities;
import org.fairlead.sim.coflow.CoflowOutcome;
import org.fairlead.sim.coflow.CoflowSimulation;
import org.fairlead.sim.coflow.CoflowTrace;
import org.fairlead.sim.report.CoflowPage;
import org.fairlead.sim.report.CoflowReport;
import org.fairlead.sim.trace.CoflowTraceFile;
import org.fairlead.sim.trace.CoflowTraceFile.Megabyte;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Simulates a trace of coflows under several orders. */
@Command(
        name = "coflows",
        mixinStandardHelpOptions = true,
        description = {
            "Computes when each shuffle of a trace ends, under every order in which shuffles can be served.",
            "",
            "  printf '%%s\\n' '3 2' '1 0 2 0 1 1 2:100' '2 500 1 0 1 1:10' > trace.txt",
            "  fairlead simulate coflows --trace trace.txt --html report.html",
            "",
            "The first line says how many ports and coflows there are; then a line each: id, arrival in ms, how many mappers and their"
                    + " ports, how many reducers and PORT:MB for each. docs/simulator.md explains orders and reports.",
            ""
        })
final class SimulateCoflowsCommand implements Callable<Integer> {
    @Option(
            names = "--trace",
            required = true,
            paramLabel = "FILE",
            description = "in the coflow benchmark's format; unpacked if its name ends in .gz")
    private Path traceFile;

    @Option(
            names = "--orders",
            split = ",",
            paramLabel = "NAME",
            description = "separated by commas; default: all of them")
    private List<String> orders = List.of();

    @Option(
            names = "--port-rate",
            paramLabel = "RATE",
            defaultValue = "128MB",
            description = "of each port in each direction, such as 128MB (a second) or 1gbit; default ${DEFAULT-VALUE}")
    private String portRate;

    @Option(
            names = "--binary-megabytes",
            description = "a MB is 2^20 bytes, in the trace and in --port-rate; else 10^6")
    private boolean binary;

    @Option(names = "--json", paramLabel = "FILE", description = "the figures of each order; - for standard output")
    private String json;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "a row for each order and coflow; - for standard output")
    private String csv;

    @Option(names = "--html", paramLabel = "FILE", description = "a page with distributions and tables, in one file")
    private String html;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "orders that run at the same time; default: as many as there are processors")
    private Integer jobs;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Megabyte megabyte = binary ? Megabyte.BINARY : Megabyte.DECIMAL;
        double rate = portRate(portRate, binary);
        List<String> chosen = chosenOrders();
        if (jobs != null && jobs < 1) {
            throw new IllegalArgumentException("--jobs must be at least 1");
        }
        Optional<OutputFile> jsonFile = OutputFile.of("--json", json);
        Optional<OutputFile> csvFile = OutputFile.of("--csv", csv);
        Optional<OutputFile> page = OutputFile.of("--html", html);
        List<OutputFile> outputs =
                Stream.of(jsonFile, csvFile, page).flatMap(Optional::stream).toList();
        OutputFile.check(outputs, traceFile);
        try (Interruption interruption = new Interruption()) {
            LongRun run = new LongRun(System.err, interruption);
            CoflowTrace trace = CoflowTraceFile.read(traceFile, megabyte, run.watch("reading " + traceFile));
            List<CoflowOutcome> outcomes = outcomes(trace, chosen, rate, run);
            CoflowReport report =
                    new CoflowReport(traceFile.getFileName().toString(), trace, rate, megabyte.bytes(), outcomes);
            if (jsonFile.isPresent()) {
                jsonFile.get().write(to -> to.write(report.json()));
            }
            if (csvFile.isPresent()) {
                csvFile.get().write(report::writeCsv);
            }
            if (page.isPresent()) {
                page.get().write(to -> to.write(CoflowPage.render(report)));
            }
            tell(report, outputs.stream().anyMatch(OutputFile::isStandard));
            return report.complete() ? 0 : Interruption.EXIT_CODE;
        } catch (OutOfMemoryError e) {
            throw LongRun.outOfMemory(e);
        }
    }

    /** A size counts as a rate a second, so that the trace's MB and the rate's are written alike. */
    static double portRate(String text, boolean binary) {
        String rate = text.strip();
        rate = rate.endsWith("B") ? rate + "/s" : rate;
        if (binary) {
            rate = rate.replace("kB/s", "KiB/s").replace("MB/s", "MiB/s").replace("GB/s", "GiB/s");
        }
        double bytesPerSecond;
        try {
            bytesPerSecond = Quantities.bytesPerSecond(rate);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--port-rate '" + text + "' is not a rate above 0 such as 128MB, 125MB/s or 1gbit", e);
        }
        if (bytesPerSecond < 1 || bytesPerSecond > 1e15) {
            throw new IllegalArgumentException("--port-rate " + text + " is not from 1 to 1e15 bytes a second");
        }
        return bytesPerSecond;
    }

    private List<String> chosenOrders() {
        List<String> known = CoflowSimulation.orders();
        for (String order : orders) {
            if (!known.contains(order)) {
                throw new IllegalArgumentException(
                        "--orders: no order '" + order + "'; there are " + String.join(", ", known));
            }
        }
        return orders.isEmpty() ? known : orders.stream().distinct().toList();
    }

    private List<CoflowOutcome> outcomes(CoflowTrace trace, List<String> chosen, double rate, LongRun run)
            throws InterruptedException {
        int threads = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
        return ParallelRuns.all(
                threads,
                chosen.stream()
                        .<Callable<CoflowOutcome>>map(
                                order -> () -> CoflowSimulation.run(trace, order, rate, run.watch("order " + order)))
                        .toList(),
                ended -> {});
    }

    private void tell(CoflowReport report, boolean outputIsStandard) {
        PrintWriter err = spec.commandLine().getErr();
        if (!report.complete()) {
            err.println("fairlead: partial: not every coflow had ended; the reports say so");
            err.flush();
        }
        PrintWriter text = outputIsStandard ? err : spec.commandLine().getOut();
        text.print(report.text());
        if (html != null) {
            text.println("report: " + html);
        }
        text.flush();
    }
}
