// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.experiment.Batch;

/** Runs of an experiment, several at the same time; tells on standard error how far they are, once that takes more than two seconds. */
record ThreadedBatch(int threads, LongRun watched) implements Batch {
    ThreadedBatch(int threads, PrintStream err) {
        this(threads, new LongRun(err));
    }

    @Override
    public <T> List<T> all(String what, List<Supplier<T>> runs) {
        RunObserver all = watched.watch(what);
        try {
            return ParallelRuns.all(
                    threads,
                    runs.stream().<Callable<T>>map(run -> run::get).toList(),
                    ended -> all.goOn(ended, runs.size()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
