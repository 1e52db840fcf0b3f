// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.report.ComparisonSvg;
import org.fairlead.testbed.report.Comparisons;
import org.fairlead.testbed.report.ConsoleTable;
import org.fairlead.testbed.report.GridJson;
import org.fairlead.testbed.report.GridTable;
import org.fairlead.testbed.report.HtmlReport;
import org.fairlead.testbed.report.ReportJson;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.fairlead.testbed.sandbox.Lifeline;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/**
 * Runs a scenario: every contender and the baseline's double once in each repetition, in a seeded random order; a round that
 * does not count is repeated, as far as the scenario's time allows. Inside a sandbox only.
 */
public final class ScenarioExperiment {
    private static final int MOST_ATTEMPTS = 3;
    private static final long EXIT_CODE_WITHIN_MILLIS = 500;
    private static final int INTERRUPTED = 130;

    private final Scenario scenario;
    private final String command;
    private final Path out;
    private final Progress progress = new Progress(System.out);
    private final String startedAt = ZonedDateTime.now(ZoneId.systemDefault())
            .truncatedTo(ChronoUnit.SECONDS)
            .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    private final RuntimeClasspath classpath;
    private final List<RunRecord> reported = new ArrayList<>();
    /** The point that is being measured, and its rounds so far. */
    private Optional<TrafficPoint> current = Optional.empty();

    private final List<RoundRecord> rounds = new ArrayList<>();
    private final TimeBudget budget;
    /** Whether the budget left something of the current point out. */
    private boolean shortened;

    private ScenarioExperiment(Scenario scenario, String command, RuntimeClasspath classpath, Path out) {
        this.scenario = scenario;
        this.command = command;
        this.classpath = classpath;
        this.out = out;
        budget = new TimeBudget(scenario.timeBudget());
    }

    /**
     * Runs, prints the comparison and writes {@code report.json} and {@code report.html}, for each of several points into a
     * directory of its own, with {@code grid.json} beside them; after an interruption they say what was finished, if a round was.
     *
     * @param command that repeats the run
     * @param cache a directory that survives runs
     * @param out made when absent
     * @return the exit code: 0, 1 when a check failed or a contender that the comparison needs has no round that counts, 130 after an
     *     interruption
     */
    public static int run(
            Scenario scenario,
            String command,
            RuntimeClasspath classpath,
            Path cache,
            Path out,
            TestbedDirectory directory)
            throws IOException {
        ScenarioExperiment experiment = new ScenarioExperiment(scenario, command, classpath, out.toAbsolutePath());
        Thread runner = Thread.currentThread();
        Lifeline lifeline = Lifeline.watch(runner::interrupt);
        Files.createDirectories(experiment.out);
        RuntimeException failure = null;
        try (ExperimentStand stand =
                ExperimentStand.build(scenario, classpath, cache, directory.path(), experiment.progress)) {
            experiment.measureOn(stand);
        } catch (InterruptedException e) {
            // the lifeline was cut: reported below
        } catch (RuntimeException | IOException e) {
            failure =
                    e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e.getMessage(), e);
        }
        boolean interrupted = lifeline.isCut();
        Thread.interrupted(); // or the reports below could not be written
        if (failure != null && !interrupted) {
            Logs.keep(directory.path(), experiment.out.resolve("logs"));
        }
        experiment.reportCurrent("partial");
        experiment.reportGrid();
        if (failure != null && !interrupted) {
            throw failure;
        }
        return interrupted ? INTERRUPTED : experiment.exitCode();
    }

    /** Memory that a scenario needs at its peak, in bytes. */
    public static long memoryBytes(Scenario scenario) {
        return MachineNeeds.memoryBytes(scenario);
    }

    /** Room that a scenario's data takes on disk at its peak, in bytes. */
    public static long diskBytes(Scenario scenario) {
        return MachineNeeds.diskBytes(scenario);
    }

    /** @throws ClusterException when a daemon's end is why anything failed, whoever noticed it first */
    private void measureOn(ExperimentStand stand) throws IOException, InterruptedException {
        try {
            measure(new RoundRunner(scenario, stand));
        } catch (RuntimeException | IOException e) {
            // Who talked to a daemon hears of its end before its exit code is there.
            Thread.sleep(EXIT_CODE_WITHIN_MILLIS);
            try {
                stand.requireAlive();
            } catch (ClusterException ended) {
                ended.addSuppressed(e);
                throw ended;
            }
            throw e;
        }
    }

    private void measure(RoundRunner runner) throws IOException, InterruptedException {
        List<List<String>> order = RoundOrder.shuffled(scenario.labels(), scenario.repetitions(), scenario.seed());
        int all = scenario.labels().size()
                * scenario.repetitions()
                * scenario.points().size();
        int done = 0;
        runner.warmUp(progress);
        long since = System.nanoTime();
        for (TrafficPoint point : scenario.points()) {
            current = Optional.of(point);
            shortened = false;
            String where = point.name().isEmpty() ? "" : point.name() + ", ";
            for (int repetition = 1; repetition <= order.size(); repetition++) {
                List<String> labels = order.get(repetition - 1);
                if (!budget.allowsRepetition(repetition, needed(labels), progress.elapsed())) {
                    leaveOut("repetitions " + repetition + " to " + order.size());
                    break;
                }
                for (int i = 0; i < labels.size(); i++) {
                    String label = labels.get(i);
                    List<String> neededAhead = new ArrayList<>(needed(labels.subList(i + 1, labels.size())));
                    if (repetition > 1) {
                        order.subList(repetition, order.size()).forEach(later -> neededAhead.addAll(needed(later)));
                    }
                    done++;
                    if (scenario.isOptional(label) && !budget.allowsOptional(label, neededAhead, progress.elapsed())) {
                        leaveOut("repetition " + repetition + ", " + label);
                        continue;
                    }
                    progress.step(
                            where + "repetition " + repetition + " of " + order.size() + ": " + label,
                            done - 1,
                            all,
                            since);
                    countingRound(runner, point, repetition, label, neededAhead);
                }
            }
            reportCurrent(shortened ? "shortened" : "complete");
        }
    }

    private List<String> needed(List<String> labels) {
        return labels.stream().filter(label -> !scenario.isOptional(label)).toList();
    }

    private void leaveOut(String what) {
        shortened = true;
        progress.step("left out, since the time budget is used up: " + what);
    }

    /** @param neededAhead rounds that are still to be run and cannot be done without */
    private void countingRound(
            RoundRunner runner, TrafficPoint point, int repetition, String label, List<String> neededAhead)
            throws IOException, InterruptedException {
        for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
            if (attempt > 1 && !budget.allowsOptional(label, neededAhead, progress.elapsed())) {
                leaveOut("another attempt");
                return;
            }
            Duration begun = progress.elapsed();
            RoundRecord round = runner.run(point, repetition, attempt, label, begun, progress);
            budget.took(label, progress.elapsed().minus(begun));
            rounds.add(round);
            round.checks().stream()
                    .filter(check -> !check.passed())
                    .forEach(check -> progress.step("  check failed: " + check.name() + ": " + check.detail()));
            if (round.counted()) {
                return;
            }
            progress.step("  does not count: " + round.notCountedBecause());
        }
    }

    /** Whatever was measured of the current point is written and printed; nothing when there is none, so that an earlier report stays. */
    private void reportCurrent(String status) throws IOException {
        if (current.isEmpty() || rounds.isEmpty()) {
            return;
        }
        TrafficPoint point = current.get();
        RunRecord run = Comparisons.record(
                status,
                startedAt,
                Description.of(scenario, command, point, ClusterRoles.layout(scenario.topology(), scenario.workers())),
                Description.ofMachine(classpath.versions()),
                new Comparisons.Roles(
                        scenario.baseline(),
                        scenario.aaPair(),
                        scenario.withoutTraffic().orElse(""),
                        scenario.bound().orElse(""),
                        scenario.pairs()),
                scenario.labels(),
                List.copyOf(rounds));
        Path directory = out.resolve(point.name());
        Files.createDirectories(directory);
        ReportJson.write(run, directory.resolve("report.json"));
        HtmlReport.write(run, directory.resolve("report.html"));
        ComparisonSvg.write(run, directory.resolve("comparison.svg"));
        System.out.println();
        System.out.println(ConsoleTable.render(run));
        System.out.println("report: " + directory.resolve("report.html"));
        reported.add(run);
        rounds.clear();
        current = Optional.empty();
    }

    /** What several points have in common; nothing when there is one, or none was reported. */
    private void reportGrid() throws IOException {
        if (scenario.points().size() > 1 && !reported.isEmpty()) {
            GridJson.write(reported, out.resolve("grid.json"));
            System.out.println();
            System.out.println(GridTable.render(reported));
        }
    }

    private int exitCode() {
        boolean verified = reported.stream()
                .flatMap(run -> run.rounds().stream())
                .flatMap(round -> round.checks().stream())
                .allMatch(Check::passed);
        boolean neededCounted = reported.stream()
                .flatMap(run -> run.notMeasured().stream())
                .allMatch(missing -> scenario.isOptional(missing.contender()));
        return verified && neededCounted ? 0 : 1;
    }
}
