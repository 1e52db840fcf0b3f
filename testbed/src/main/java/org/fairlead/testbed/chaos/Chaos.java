// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.fairlead.report.Progress;
import org.fairlead.testbed.chaos.FaultPlan.Planned;
import org.fairlead.testbed.chaos.check.ChaosHistory;
import org.fairlead.testbed.chaos.check.Checker;
import org.fairlead.testbed.chaos.check.RuleVerdict;
import org.fairlead.testbed.experiment.Logs;
import org.fairlead.testbed.sandbox.Lifeline;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/** Runs a plan of faults against a cluster that works, then has the history judged. Inside a sandbox only. */
public final class Chaos {
    /** The file that says everything that happened, in the directory of the report. */
    public static final String HISTORY = "history.jsonl";

    private static final int INTERRUPTED = 130;
    private static final Duration LAST_QUIET = Duration.ofSeconds(30);
    private static final long HEALTHY_WITHIN_SECONDS = 180;
    private static final long FSCK_EVERY_MILLIS = 3000;
    private static final long PROGRESS_EVERY_MILLIS = 5000;

    private final ChaosOptions options;
    private final Progress progress = new Progress(System.out);
    private final AtomicReference<String> doing = new AtomicReference<>("");

    private Chaos(ChaosOptions options) {
        this.options = options;
    }

    /**
     * Runs, prints a table of the verdicts and writes {@code history.jsonl} and {@code report.json}.
     *
     * @return the exit code: 0 when every rule holds, 1 when one does not, 130 after an interruption
     */
    public static int run(ChaosOptions options, TestbedDirectory directory) throws IOException {
        Thread runner = Thread.currentThread();
        Lifeline lifeline = Lifeline.watch(runner::interrupt);
        Chaos chaos = new Chaos(options);
        boolean failed = true;
        try {
            FaultPlan plan = chaos.happen(directory.path());
            List<RuleVerdict> verdicts =
                    Checker.judge(ChaosHistory.read(options.out().resolve(HISTORY)));
            ChaosReport.write(options, plan, verdicts, options.out().resolve("report.json"));
            System.out.println();
            System.out.println(ChaosReport.table(options, verdicts));
            failed = !verdicts.stream().allMatch(RuleVerdict::holds);
            return failed ? 1 : 0;
        } catch (InterruptedException e) {
            return INTERRUPTED;
        } catch (RuntimeException | IOException e) {
            if (lifeline.isCut()) {
                return INTERRUPTED;
            }
            System.err.println("the run broke off; again: " + options.replay());
            throw e;
        } finally {
            Thread.interrupted(); // or the logs could not be kept
            if (failed && !lifeline.isCut()) {
                Logs.keep(directory.path(), options.out().resolve("logs"));
            }
        }
    }

    private FaultPlan happen(Path directory) throws IOException, InterruptedException {
        try (HistoryWriter journal = new HistoryWriter(options.out().resolve(HISTORY));
                ChaosStand stand = ChaosStand.build(options, directory, progress)) {
            FaultPlan plan = FaultPlan.of(
                    options.seed(), options.seconds(), stand.targets(options.slowDisks()), options.kinds());
            journal.now(
                    "run",
                    Map.of(
                            "seed", options.seed(),
                            "topology", options.topology().name(),
                            "contender", stand.contender().name(),
                            "replay", options.replay()));
            StockShell shell = new StockShell(stand);
            progress.step("tables for the queries");
            Map<String, String> tables = shell.loadTables();
            stand.policyFault("none");
            SteadyQueries queries = SteadyQueries.prepare(stand, journal, tables, progress);
            SteadyTransfers transfers = SteadyTransfers.start(stand, journal, options.seed());
            Optional<ControllerWatch> watch =
                    stand.controller().map(controller -> ControllerWatch.start(stand, controller, journal));
            queries.start();
            MachineWatch machine = MachineWatch.start(journal);
            Thread teller = tell(plan, queries, transfers);
            try {
                carryOut(plan, new FaultInjector(stand, queries), journal);
                doing.set("quiet, before everything is read back");
                Thread.sleep(LAST_QUIET.toMillis());
            } finally {
                teller.interrupt();
            }
            journal.now("end", Map.of());
            machine.close();
            watch.ifPresent(ControllerWatch::close);
            transfers.close();
            queries.close();
            readBack(stand, shell, journal);
            return plan;
        }
    }

    /** A line each few seconds. */
    private Thread tell(FaultPlan plan, SteadyQueries queries, SteadyTransfers transfers) {
        int all = plan.steps().stream().mapToInt(step -> step.faults().size()).sum();
        Thread teller = new Thread(
                () -> {
                    try {
                        while (true) {
                            Thread.sleep(PROGRESS_EVERY_MILLIS);
                            progress.step(String.format(
                                    Locale.ROOT,
                                    "%s · %.1f MB/s · %d files, %d queries%s",
                                    doing.get().replace("{all}", "" + all),
                                    transfers.lastSecond() / 1e6,
                                    transfers.written(),
                                    queries.answered(),
                                    transfers.isAlive() ? "" : " · the clients have ended"));
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "progress");
        teller.setDaemon(true);
        teller.start();
        return teller;
    }

    private void carryOut(FaultPlan plan, FaultInjector injector, HistoryWriter journal) throws InterruptedException {
        for (FaultPlan.Step step : plan.steps()) {
            doing.set("quiet, before fault " + step.faults().get(0).number() + " of {all}");
            Thread.sleep(1000L * step.quietSeconds());
            long stepStart = System.nanoTime();
            List<Planted> planted = new ArrayList<>();
            List<Planned> waiting = new ArrayList<>(step.faults());
            while (!waiting.isEmpty() || !planted.isEmpty()) {
                double now = (System.nanoTime() - stepStart) / 1e9;
                if (!waiting.isEmpty() && now >= waiting.get(0).afterSeconds()) {
                    planted.add(plant(waiting.remove(0), injector, journal));
                }
                for (Planted each : List.copyOf(planted)) {
                    if (now >= each.fault.afterSeconds() + each.fault.seconds()) {
                        planted.remove(each);
                        heal(each, injector, journal, planted.isEmpty());
                    }
                }
                Thread.sleep(50);
            }
        }
    }

    private record Planted(Planned fault, FaultInjector.Healing healing) {}

    private Planted plant(Planned fault, FaultInjector injector, HistoryWriter journal) {
        doing.set("fault " + fault.number() + " of {all}: " + fault);
        progress.step("fault " + fault.number() + ": " + fault);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("fault", fault.number());
        line.put("kind", fault.kind().label());
        line.put("target", fault.target());
        line.put("degree", fault.degree());
        line.put("takes_decisions_away", fault.kind().takesDecisionsAway());
        line.put("silences_host", fault.kind().silencesHost(fault.degree()));
        journal.now("fault-begin", line);
        try {
            return new Planted(fault, injector.plant(fault));
        } catch (Exception e) {
            throw new IllegalStateException(
                    "fault " + fault.number() + ", " + fault + ", cannot be made: " + e.getMessage(), e);
        }
    }

    private void heal(Planted planted, FaultInjector injector, HistoryWriter journal, boolean last) {
        Planned fault = planted.fault;
        try {
            double lasted = journal.now();
            planted.healing.heal();
            // While another fault lasts the cluster need not be whole.
            FaultInjector.Revival revival = last ? injector.awaitHealthy() : FaultInjector.Revival.NOT_AWAITED;
            revival.startedAgain().forEach(name -> progress.step("  started again: " + name));
            if (!fault.kind().isHealedAtOnce()) {
                lasted = Math.max(lasted, journal.seconds(revival.brokenUntilMillis()));
            }
            journal.now(
                    "fault-end",
                    Map.of("fault", fault.number(), "lasted_until", lasted, "started_again", revival.startedAgain()));
            doing.set("healed: fault " + fault.number() + " of {all}");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException(
                    "fault " + fault.number() + ", " + fault + ", cannot be healed: " + e.getMessage(), e);
        }
    }

    private void readBack(ChaosStand stand, StockShell shell, HistoryWriter journal)
            throws IOException, InterruptedException {
        progress.step("fsck, until every block has its replicas");
        long deadline =
                System.nanoTime() + Duration.ofSeconds(HEALTHY_WITHIN_SECONDS).toNanos();
        boolean healthy = false;
        while (!healthy) {
            String report = stand.hdfs().fsck("/");
            healthy = report.contains("is HEALTHY") && report.matches("(?s).*Under-replicated blocks:\\s+0 .*");
            boolean last = healthy || System.nanoTime() > deadline;
            if (last) {
                Files.writeString(options.out().resolve("fsck.txt"), report);
            }
            journal.now("fsck", Map.of("healthy", healthy, "said", said(report)));
            if (last) {
                break;
            }
            Thread.sleep(FSCK_EVERY_MILLIS);
        }
        progress.step("a stock client reads every file back");
        shell.readBack(SteadyTransfers.DIRECTORY, journal);
    }

    private static String said(String report) {
        return String.join(
                "; ",
                report.lines()
                        .map(String::strip)
                        .filter(line -> line.startsWith("Under-replicated blocks")
                                || line.startsWith("Missing blocks")
                                || line.startsWith("Corrupt blocks")
                                || line.startsWith("The filesystem under path"))
                        .map(line -> line.replaceAll("\\s+", " "))
                        .toList());
    }
}
