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

/** Runs applications that are slow for drawn causes. Inside a sandbox only. */
public final class HiddenCauses {
    private static final int INTERRUPTED = 130;

    private final CausesOptions options;
    private final CauseFiles files;
    private final Progress progress = new Progress(System.out);
    private boolean verified = true;

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
        List<HiddenCause> plan = CausePlan.draw(options.seed(), options.runs(), options.kinds(), hosts, racks);
        files.writeRacks(layout.racks());
        try (CauseStand stand = CauseStand.build(options, directory, progress)) {
            long since = System.nanoTime();
            for (HiddenCause cause : plan) {
                progress.step("application " + cause.run() + " of " + plan.size(), cause.run() - 1, plan.size(), since);
                Path observed = Files.createDirectories(files.observed(cause.run()));
                List<Check> failed = stand.run(cause, observed);
                failed.forEach(check -> progress.step("  check failed: " + check.name() + ": " + check.detail()));
                verified &= failed.isEmpty();
                files.hide(cause);
                stand.requireAlive();
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }
    }
}
