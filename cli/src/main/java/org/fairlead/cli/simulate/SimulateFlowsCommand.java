// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.fairlead.cli.shell.Installation;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.flow.path.HederaOptions;
import org.fairlead.core.flow.path.PathSelectors;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.report.Amounts;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.flows.FlowOutcome;
import org.fairlead.sim.flows.FlowSimulation;
import org.fairlead.sim.flows.FlowTable;
import org.fairlead.sim.flows.LinkEvent;
import org.fairlead.sim.report.FinishTimesCsv;
import org.fairlead.sim.report.FlowSummary;
import org.fairlead.sim.trace.FlowsCsv;
import org.fairlead.sim.trace.LinkEventsCsv;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Simulates flows over a topology. */
@Command(
        name = "flows",
        mixinStandardHelpOptions = true,
        description = {
            "Computes when each flow of a table ends on a topology.",
            "",
            "  printf '%%s\\n' id,src,dst,arrival_s,bytes \\",
            "    a,h1,h4,0,100e6 b,h2,h4,0.5,100e6 > flows.csv",
            "  fairlead simulate flows --topology four-racks --flows flows.csv \\",
            "    --out ends.csv",
            "",
            "Further columns: weight, cap_bytes_per_s, min_bytes_per_s. ends.csv has id,finish_s in seconds since time 0; 'inf' for a"
                    + " flow that can never end. docs/simulator.md explains every option.",
            ""
        })
final class SimulateFlowsCommand implements Callable<Integer> {
    /** Far shorter ones would not move the clock of a long run at all. */
    private static final double LEAST_ROUND_SECONDS = 1e-3;

    /** Who gets an equal share. */
    enum FairPer {
        FLOW,
        PAIR
    }

    @Option(
            names = "--topology",
            required = true,
            paramLabel = "FILE",
            description = "a topology in YAML (docs/topology.md), or the name of a shipped one")
    private Path topologyFile;

    @Option(
            names = "--flows",
            required = true,
            paramLabel = "FILE",
            description = "CSV with the columns above; unpacked if its name ends in .gz")
    private Path flowsFile;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "CSV: id,finish_s; - for standard output")
    private String out;

    @Option(
            names = "--paths",
            paramLabel = "NAME",
            defaultValue = "ecmp",
            description =
                    "how a flow's path is chosen among the equal-cost ones: single, ecmp, most-available, hedera,"
                            + " hedera-published, hedera-gff, or what a jar in FAIRLEAD_CLASSPATH adds; default ${DEFAULT-VALUE}")
    private String paths;

    @Option(
            names = "--sharing",
            paramLabel = "RULE",
            defaultValue = "max-min",
            description = "how flows share a link: max-min, max-min-with-minima, htb; default ${DEFAULT-VALUE}")
    private String sharing;

    @Option(
            names = "--fair-per",
            paramLabel = "UNIT",
            defaultValue = "flow",
            description =
                    "who gets a share: each flow, or each pair of source and destination; default ${DEFAULT-VALUE}")
    private FairPer fairPer;

    @Option(
            names = "--events",
            paramLabel = "FILE",
            description = "CSV of failures and changes of capacity: at_s,link,bytes_per_s, such as 2.5,e1->c1,down")
    private Path eventsFile;

    @Option(
            names = "--disks",
            description =
                    "a flow also reads its source's disk and writes its destination's, where the topology limits them")
    private boolean disks;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            converter = WholeNumber.class,
            description = "decides what path selection leaves to chance; default ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--hedera-round",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "between Hedera's rounds; default ${DEFAULT-VALUE}")
    private String hederaRound;

    @Option(names = "--json", paramLabel = "FILE", description = "the summary as JSON; - for standard output")
    private String json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        SharingRule rule = SharingRule.named(sharing);
        HederaOptions hedera = hederaOptions();
        OutputFile ends = OutputFile.of("--out", out).orElseThrow();
        Optional<OutputFile> summaryFile = OutputFile.of("--json", json);
        List<OutputFile> outputs =
                Stream.concat(Stream.of(ends), summaryFile.stream()).toList();
        Path topologyPath = Installation.find(ShippedKind.TOPOLOGY, topologyFile);
        OutputFile.check(outputs, topologyPath, flowsFile, eventsFile);
        Topology topology = TopologyFile.read(topologyPath);
        TimedRounds selector = new TimedRounds(PathSelectors.named(paths, topology, seed, hedera));
        try (Interruption interruption = new Interruption()) {
            LongRun run = new LongRun(System.err, interruption);
            List<LinkEvent> events = eventsFile == null
                    ? List.of()
                    : LinkEventsCsv.read(eventsFile, topology, run.watch("reading " + eventsFile));
            FlowTable flows = FlowsCsv.read(flowsFile, topology, run.watch("reading " + flowsFile));
            FlowSimulation.Options options = new FlowSimulation.Options(rule, fairPer == FairPer.PAIR, disks, events);
            FlowOutcome outcome = FlowSimulation.run(
                    topology, flows, selector, options, run.watch("flows that have arrived and ended"));
            RunObserver writing = run.watch("writing " + ends);
            ends.write(to -> FinishTimesCsv.write(flows, outcome, to, writing));
            FlowSummary summary = FlowSummary.of(topology, flows, outcome, disks);
            if (summaryFile.isPresent()) {
                byte[] bytes = summary.json(setting(selector));
                summaryFile.get().write(to -> to.write(bytes));
            }
            tell(summary, selector, outputs.stream().anyMatch(OutputFile::isStandard));
            return outcome.complete() ? 0 : Interruption.EXIT_CODE;
        } catch (OutOfMemoryError e) {
            throw LongRun.outOfMemory(e);
        }
    }

    private HederaOptions hederaOptions() {
        HederaOptions usual = HederaOptions.USUAL;
        double seconds;
        try {
            seconds = Quantities.duration(hederaRound).toNanos() / 1e9;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--hedera-round: " + e.getMessage(), e);
        }
        if (seconds < LEAST_ROUND_SECONDS) {
            throw new IllegalArgumentException("--hedera-round " + hederaRound + " is less than 1ms");
        }
        return new HederaOptions(seconds, usual.elephantShare(), usual.steps(), usual.coldness(), usual.movesPerFlow());
    }

    private Map<String, Object> setting(TimedRounds rounds) {
        Map<String, Object> setting = new LinkedHashMap<>();
        setting.put("topology", topologyFile.toString());
        setting.put("paths", paths);
        setting.put("sharing", sharing);
        setting.put("fair_per", fairPer.name().toLowerCase(Locale.ROOT));
        setting.put("disks", disks);
        setting.put("seed", seed);
        if (rounds.any()) {
            setting.put("round_wall_clock", rounds.values());
        }
        return setting;
    }

    private void tell(FlowSummary summary, TimedRounds rounds, boolean outputIsStandard) {
        PrintWriter err = spec.commandLine().getErr();
        if (summary.stuck() > 0) {
            err.println("fairlead: " + summary.stuck() + (summary.stuck() == 1 ? " flow" : " flows")
                    + " can never end, for want of a path with capacity or by a cap of 0: "
                    + String.join(", ", summary.stuckIds())
                    + (summary.stuck() > summary.stuckIds().size() ? ", ..." : "") + "; finish_s is inf");
        }
        if (!summary.complete()) {
            err.println("fairlead: partial: " + out + " has only the flows that had ended");
        }
        err.flush();
        PrintWriter text = outputIsStandard ? err : spec.commandLine().getOut();
        text.print(summary.text());
        if (rounds.any()) {
            text.println("a round took " + Amounts.text(rounds.meanSeconds(), "s")
                    + " of this machine's time on average, " + Amounts.text(rounds.mostSeconds(), "s") + " at most");
        }
        text.flush();
    }
}
