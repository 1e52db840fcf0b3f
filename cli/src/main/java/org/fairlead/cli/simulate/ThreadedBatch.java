// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.fairlead.protocol.report.Progress;
import org.fairlead.sim.experiment.Batch;

/** Runs of an experiment, several at the same time; tells on standard error how far they are, once that takes more than two seconds. */
final class ThreadedBatch implements Batch, AutoCloseable {
    private static final long QUIET_NANOS = 2_000_000_000L;

    private final ExecutorService executor;
    private final Progress progress;

    ThreadedBatch(int threads, PrintStream err) {
        executor = Executors.newFixedThreadPool(threads);
        progress = new Progress(err);
    }

    @Override
    public <T> List<T> all(String what, List<Supplier<T>> runs) {
        long start = System.nanoTime();
        long said = start;
        List<Future<T>> running = new ArrayList<>();
        for (Supplier<T> run : runs) {
            running.add(executor.submit(run::get));
        }
        List<T> ended = new ArrayList<>();
        for (Future<T> each : running) {
            ended.add(result(each));
            long now = System.nanoTime();
            if (ended.size() < runs.size() && now - said >= Math.max(QUIET_NANOS, (now - start) / 10)) {
                said = now;
                progress.step(what, ended.size(), runs.size(), start);
            }
        }
        return ended;
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OutOfMemoryError error) {
                throw LongRun.outOfMemory(error);
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
