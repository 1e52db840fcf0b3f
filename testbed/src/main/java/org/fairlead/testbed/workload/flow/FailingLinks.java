// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.network.CableFailures;
import org.fairlead.testbed.results.Check;

/**
 * Has links fail and come back while flows run. {@value #CONVERGED_AFTER_MILLIS} ms after each change the network's routing protocol has told all switches, about what link-state protocols with their
 * usual timers and fast detection need.
 */
final class FailingLinks implements AutoCloseable {
    private static final long CONVERGED_AFTER_MILLIS = 500;

    private final CableFailures cables;
    private final List<LinkFailure> failures;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final List<Future<Void>> changes = new ArrayList<>();

    private interface Step {
        void run() throws IOException;
    }

    private FailingLinks(CableFailures cables, List<LinkFailure> failures) {
        this.cables = cables;
        this.failures = failures;
    }

    /** The flows start now. */
    static FailingLinks start(CableFailures cables, List<LinkFailure> failures) {
        FailingLinks failing = new FailingLinks(cables, failures);
        for (LinkFailure failure : failures) {
            long start = Math.round(failure.startSeconds() * 1e3);
            long end = start + Math.round(failure.seconds() * 1e3);
            failing.at(start, () -> cables.fail(failure.link()));
            failing.at(start + CONVERGED_AFTER_MILLIS, cables::converge);
            failing.at(end, () -> cables.repair(failure.link()));
            failing.at(end + CONVERGED_AFTER_MILLIS, cables::converge);
        }
        return failing;
    }

    private void at(long millis, Step step) {
        changes.add(timer.schedule(
                () -> {
                    step.run();
                    return null;
                },
                millis,
                TimeUnit.MILLISECONDS));
    }

    /** Whether all failed and came back as they were to, as far as it was time. */
    Check asScheduled(String subject) throws InterruptedException {
        List<String> broken = new ArrayList<>();
        for (Future<Void> change : changes) {
            if (change.isDone()) {
                try {
                    change.get();
                } catch (ExecutionException e) {
                    broken.add(e.getCause().getMessage());
                }
            }
        }
        List<String> links =
                failures.stream().map(failure -> failure.link().name()).toList();
        return Check.differences(
                "links fail and come back (" + subject + ")", "failures of " + String.join(", ", links), broken);
    }

    /** All links are there again, whatever is still to come. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new ClusterException("a link's failure does not end");
            }
            cables.repairAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new ClusterException("links cannot be repaired: " + e.getMessage(), e);
        }
    }
}
