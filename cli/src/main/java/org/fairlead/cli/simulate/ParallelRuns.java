// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Runs several things at the same time, none of which depends on another. */
final class ParallelRuns {
    private ParallelRuns() {}

    /**
     * @param threads at least 1
     * @param ended is called with how many have ended, after each
     * @return what each gave, in the same order
     */
    static <T> List<T> all(int threads, List<? extends Callable<T>> runs, IntConsumer ended)
            throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, Math.min(threads, runs.size())));
        try {
            List<Future<T>> running = new ArrayList<>();
            runs.forEach(run -> running.add(executor.submit(run)));
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
                ended.accept(results.size());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OutOfMemoryError error) {
                throw LongRun.outOfMemory(error);
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }
}
