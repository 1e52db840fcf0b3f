// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Installation;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.ClusterFile;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.report.JobsJson;
import org.fairlead.sim.report.JobsReport;
import org.fairlead.sim.report.JobsRun;
import org.fairlead.sim.report.JobsSetting;
import org.fairlead.sim.report.JobsTable;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.source.WorkloadSources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Simulates the jobs of a workload on a cluster under several contenders. */
@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        description = {
            "Computes how long the jobs of a workload take on a cluster, under every contender: who chooses tasks, slots blocks, orders"
                    + " replicas and jobs, and speculates. Contenders meet the same chances, seed by seed.",
            "",
            "What would Fairlead give this cluster?",
            "  fairlead simulate workload sort-jobs --out jobs.jsonl",
            "  fairlead simulate jobs --cluster spark-12 --workload jobs.jsonl \\",
            "    --policies stock,fairlead --seeds 5 --out results/spark",
            "Against the published rules, one of them the baseline:",
            "  fairlead simulate jobs --cluster sinbad-small --workload jobs.jsonl \\",
            "    --policies stock,sinbad,fairlead --baseline sinbad \\",
            "    --seeds 10 --out results/sinbad",
            "Which part of it makes the difference?",
            "  fairlead simulate jobs --cluster lab --workload jobs.jsonl \\",
            "    --policies 'fairlead,fairlead[placer=random],fairlead[speculation=none]' \\",
            "    --seeds 5 --out results/parts",
            "Do twice as many reduce slots do as well?",
            "  fairlead simulate jobs --cluster lab --workload jobs.jsonl \\",
            "    --policies 'stock,stock[reduce-slots=2],fairlead' \\",
            "    --seeds 5 --out results/slots",
            "What could be fetched before its task starts, and what would that gain at most?",
            "  fairlead simulate jobs --cluster flexfetch --workload jobs.jsonl \\",
            "    --policies 'stock,bound-prefetch,fairlead,fairlead[prefetch=bound]' \\",
            "    --seeds 5 --out results/prefetch",
            "And what does fetching it gain, with its launches known, beside a cache of the same size?",
            "  fairlead simulate jobs --cluster flexfetch --workload jobs.jsonl \\",
            "    --policies 'stock,clairvoyant-prefetch,hot-block-cache' \\",
            "    --seeds 5 --out results/ahead",
            "How should a skewed shuffle be exchanged, with 64 MiB of memory for it on each machine?",
            "  fairlead simulate jobs --cluster spark-12 --workload jobs.jsonl \\",
            "    --exchange stock,csa,dsa,dsa-sms,fairlead,clairvoyant \\",
            "    --exchange-memory 64MiB --out results/exchange",
            "Figures for another program:",
            "  fairlead simulate jobs --cluster lab --workload jobs.jsonl \\",
            "    --policies stock,fairlead --out results/lab --json figures.json",
            "",
            "docs/jobs.md explains clusters, workloads, policies and reports.",
            ""
        })
final class SimulateJobsCommand implements Callable<Integer> {
    private static final int MOST_SEEDS = 10_000;

    /** Links' loads over time and every attempt are kept in the first run of a contender, unless there are more tasks than this. */
    private static final long MOST_TASKS_DRAWN = 200_000;

    @Option(
            names = "--cluster",
            required = true,
            paramLabel = "FILE",
            description = "a cluster in YAML, or the name of a shipped one")
    private Path clusterFile;

    @Option(
            names = "--workload",
            required = true,
            paramLabel = "FILE",
            description = "jobs as JSON lines; unpacked if its name ends in .gz")
    private Path workloadFile;

    @Option(
            names = "--policies",
            paramLabel = "NAMES",
            description =
                    "contenders, separated by commas: stock, stock-hadoop, stock-spark, cormorant, status-aware, status-aware:GATE"
                            + " (receive, potential, disk, receive+disk), sinbad, fairlead, those that choose paths (tasks+flows,"
                            + " cormorant-network, fairlead-network, plb, clairvoyant-network), what is fetched ahead"
                            + " (clairvoyant-prefetch, hot-block-cache, bound-prefetch), any other task assigner or"
                            + " placement policy"
                            + " ('fairlead list policies'), or variations such as"
                            + " 'fairlead[placer=random;speculation=late;reduce-slots=2;splitting=on;order=fair;prefetch=bound]'")
    private String policyNames;

    @Mixin
    private ExchangeOptions exchange;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "where the reports go; made when absent")
    private Path out;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            converter = WholeNumber.class,
            description =
                    "runs of each contender, each with a seed of its own; default ${DEFAULT-VALUE}; intervals need 3")
    private Long seeds;

    @Mixin
    private SeededRuns seeded;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "the contender that the others are compared with; default: the first")
    private String baseline;

    @Option(
            names = "--step",
            paramLabel = "TIME",
            description =
                    "solve rates at multiples of this only, such as 500ms: faster and a little less exact; default: at every change")
    private String step;

    @Option(
            names = "--pairs-apart",
            description =
                    "every pair of a map and a reduce has a flow of its own; else flows between the same two hosts are one")
    private boolean pairsApart;

    @Option(
            names = "--keep-tasks",
            description = "keep every attempt of every run, and write tasks.csv; else only what the page draws")
    private boolean keepTasks;

    @Option(
            names = "--timelines",
            negatable = true,
            description =
                    "draw slots and links over time, of each contender's first run; default: unless there are more than 200000 tasks")
    private Boolean timelines;

    @Option(names = "--json", paramLabel = "FILE", description = "report.json there, too; - for standard output")
    private String json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int runs = seeded.seeds(seeds, MOST_SEEDS);
        int threads = seeded.threads();
        double stepSeconds = stepSeconds();
        Optional<OutputFile> jsonFile = OutputFile.of("--json", json);
        Path clusterPath = Installation.find(ShippedKind.CLUSTER, clusterFile);
        OutputFile.check(jsonFile.stream().toList(), clusterPath, workloadFile);
        JobsDirectory directory = new JobsDirectory(out);
        directory.check(jsonFile, clusterPath, workloadFile);
        Cluster cluster = ClusterFile.read(clusterPath, Installation.all());
        List<Policies> policies = policies(cluster);
        String base = baseline(policies);
        try (Interruption interruption = new Interruption()) {
            LongRun run = new LongRun(System.err, interruption);
            Workload workload = WorkloadSources.read(workloadFile, run.watch("reading " + workloadFile));
            JobSimulation.Options options = new JobSimulation.Options(stepSeconds, pairsApart, keepTasks, 0);
            JobsSetting setting = new JobsSetting(cluster, workload, options, seeded.firstSeed(), runs);
            List<JobsRun> ended = new JobRuns(setting, policies, draws(setting), run, interruption).run(threads);
            JobsReport report = new JobsReport(setting, policies, base, ended);
            directory.write(report, keepTasks);
            if (jsonFile.isPresent()) {
                jsonFile.get().write(to -> to.write(JobsJson.bytes(report)));
            }
            tell(report, directory, jsonFile.map(OutputFile::isStandard).orElse(false));
            return report.complete() ? 0 : Interruption.EXIT_CODE;
        } catch (OutOfMemoryError e) {
            throw LongRun.outOfMemory(e);
        }
    }

    private List<Policies> policies(Cluster cluster) {
        if (policyNames == null && !exchange.isGiven()) {
            throw new IllegalArgumentException("give --policies, or --exchange, or both");
        }
        String names = policyNames == null ? "stock" : policyNames;
        return exchange.each(PolicySets.all(names, cluster.framework()), cluster.framework());
    }

    private double stepSeconds() {
        if (step == null) {
            return 0;
        }
        double seconds;
        try {
            seconds = Quantities.duration(step).toNanos() / 1e9;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException("--step '" + step + "' is not a time such as 500ms or 1s", e);
        }
        if (!(seconds >= 0 && seconds <= 3600)) {
            throw new IllegalArgumentException("--step " + step + " is not from 0s to 3600s");
        }
        return seconds;
    }

    private String baseline(List<Policies> policies) {
        List<String> names = policies.stream().map(Policies::name).toList();
        if (baseline != null && !names.contains(baseline)) {
            throw new IllegalArgumentException("--baseline '" + baseline + "' is not one of "
                    + (exchange.isGiven() ? "the contenders" : "--policies") + ": " + String.join(", ", names));
        }
        return baseline == null ? names.get(0) : baseline;
    }

    private boolean draws(JobsSetting setting) {
        return timelines == null
                ? setting.workload().jobs().stream()
                                .mapToLong(job -> job.tasks())
                                .sum()
                        <= MOST_TASKS_DRAWN
                : timelines;
    }

    private void tell(JobsReport report, JobsDirectory directory, boolean outputIsStandard) {
        PrintWriter err = spec.commandLine().getErr();
        if (!report.complete()) {
            err.println("fairlead: partial: not every run was finished; the reports say so");
        }
        if (report.neverEnded() > 0) {
            err.println("fairlead: " + report.neverEnded() + (report.neverEnded() == 1 ? " job" : " jobs")
                    + " can never end; finish_s in jobs.csv is empty");
        }
        err.flush();
        PrintWriter text = outputIsStandard ? err : spec.commandLine().getOut();
        text.print(JobsTable.text(report));
        text.println("report: " + directory.page());
        text.flush();
    }
}
