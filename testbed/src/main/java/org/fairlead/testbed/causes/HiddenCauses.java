// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.experiment.Logs;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.sandbox.Lifeline;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/** Runs applications that are slow for drawn causes, and their counterparts if they are wanted. Inside a sandbox only. */
public final class HiddenCauses {
    private static final int INTERRUPTED = 130;

    private final CausesOptions options;
    private final CauseFiles files;
    private final Progress progress = new Progress(System.out);
    private boolean verified = true;
    private int total;
    private int ended;
    private long since;

    private HiddenCauses(CausesOptions options) {
        this.options = options;
        files = new CauseFiles(options.out());
    }

    /** Says what came of a run. */
    public interface Reporter {
        /** @param status {@code complete}, or {@code partial} after a failure or an interruption */
        void report(String status) throws IOException;
    }

    /**
     * Runs, then has it reported; after an interruption what was finished.
     *
     * @param reporter is not called if no application ran to its end
     * @return the exit code: 0, 1 when an application did not do its work right, 130 after an interruption
     */
    public static int run(CausesOptions options, TestbedDirectory directory, Reporter reporter) throws IOException {
        Thread runner = Thread.currentThread();
        Lifeline lifeline = Lifeline.watch(runner::interrupt);
        HiddenCauses causes = new HiddenCauses(options);
        RuntimeException failure = null;
        try {
            causes.runAll(directory.path());
        } catch (InterruptedException e) {
            // the lifeline was cut: reported below
        } catch (RuntimeException | IOException e) {
            failure =
                    e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e.getMessage(), e);
        }
        boolean interrupted = lifeline.isCut();
        Thread.interrupted(); // or the reports below could not be written
        if (failure != null && !interrupted) {
            Logs.keep(directory.path(), options.out().resolve("logs"));
        }
        if (causes.files.haveCauses()) {
            reporter.report(failure == null && !interrupted ? "complete" : "partial");
        }
        if (failure != null && !interrupted) {
            throw failure;
        }
        return interrupted ? INTERRUPTED : causes.verified ? 0 : 1;
    }

    private void runAll(Path directory) throws IOException, InterruptedException {
        ClusterLayout layout = options.layout();
        List<String> hosts = layout.workers();
        List<String> racks =
                hosts.stream().map(host -> layout.racks().get(host)).distinct().toList();
        List<HiddenCause> plan = CausePlan.draw(options.seed(), options.runs(), options.kinds(), hosts, racks).stream()
                .map(cause -> cause.withProcessorsPerHost(options.processorsPerHost()))
                .toList();
        files.writeRacks(layout.racks());
        List<Counterpart> counterparts =
                options.counterparts() ? CausePlan.counterparts(options.seed(), plan, hosts) : List.of();
        total = plan.size() + counterparts.size();
        try (CauseStand stand = CauseStand.build(options, directory, directory, progress)) {
            since = System.nanoTime();
            for (HiddenCause cause : plan) {
                begin("application " + cause.run() + " of " + plan.size());
                Path observed = Files.createDirectories(files.observed(cause.run()));
                check(stand.run(cause, "run-" + cause.run(), observed));
                files.hide(cause);
                end(stand);
                runAll(stand, cause, of(cause, counterparts, Counterpart.Kind.WITHOUT_HOST));
            }
        }
        if (options.counterparts()) {
            Path faster = Files.createDirectories(directory.resolve(Counterpart.Kind.FASTER_LINKS.key()));
            CausesOptions ofFaster = options.withLinks(Counterpart.LINKS);
            try (CauseStand stand = CauseStand.build(ofFaster, directory, faster, progress)) {
                for (HiddenCause cause : plan) {
                    runAll(stand, cause, of(cause, counterparts, Counterpart.Kind.FASTER_LINKS));
                }
            }
        }
    }

    private static List<Counterpart> of(HiddenCause cause, List<Counterpart> all, Counterpart.Kind kind) {
        return all.stream()
                .filter(each -> each.run() == cause.run() && each.kind() == kind)
                .toList();
    }

    private void runAll(CauseStand stand, HiddenCause cause, List<Counterpart> counterparts)
            throws IOException, InterruptedException {
        for (Counterpart each : counterparts) {
            begin("counterpart " + each.label() + (each.host().isEmpty() ? "" : ", " + each.host()));
            Path observed = Files.createDirectories(files.observed(each));
            List<Check> failed = each.kind() == Counterpart.Kind.WITHOUT_HOST
                    ? stand.runWithout(each.host(), cause, "run-" + each.label(), observed)
                    : stand.run(cause, "run-" + each.label(), observed);
            check(failed);
            files.note(each);
            end(stand);
        }
    }

    private void begin(String what) {
        progress.step(what, ended, total, since);
    }

    private void check(List<Check> failed) {
        failed.forEach(check -> progress.step("  check failed: " + check.name() + ": " + check.detail()));
        verified &= failed.isEmpty();
    }

    private void end(CauseStand stand) throws InterruptedException {
        ended++;
        stand.requireAlive();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
