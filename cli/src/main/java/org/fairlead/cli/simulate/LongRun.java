// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.PrintStream;
import java.util.function.BooleanSupplier;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.report.Progress;
import org.fairlead.sim.engine.RunObserver;

/** Tells on standard error how far a run is, with an estimate, once it takes more than two seconds; and stops it when asked to. */
public final class LongRun {
    private static final long QUIET_NANOS = 2_000_000_000L;

    private final BooleanSupplier interrupted;
    private final Progress progress;

    public LongRun(PrintStream err, Interruption interruption) {
        this(err, interruption::asked);
    }

    /** One that is not asked to stop. */
    LongRun(PrintStream err) {
        this(err, () -> false);
    }

    private LongRun(PrintStream err, BooleanSupplier interrupted) {
        this.interrupted = interrupted;
        this.progress = new Progress(err);
    }

    /** Watches one part of the run, from now on. Each watcher belongs to one thread. */
    public RunObserver watch(String part) {
        return new Part(part);
    }

    /** An error that a person can do something about. */
    public static IllegalStateException outOfMemory(OutOfMemoryError e) {
        return new IllegalStateException(
                "not enough memory: this run needs more than the heap of "
                        + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB; FAIRLEAD_JAVA_OPTIONS=-Xmx8g gives it 8 GiB",
                e);
    }

    private final class Part implements RunObserver {
        private final String name;
        private final long startNanos = System.nanoTime();
        private long saidNanos = startNanos;

        Part(String name) {
            this.name = name;
        }

        @Override
        public boolean goOn(long done, long of) {
            long now = System.nanoTime();
            // Less often the longer it takes, so that an hour fills no screen.
            if (done < of && now - saidNanos >= Math.max(QUIET_NANOS, (now - startNanos) / 10)) {
                saidNanos = now;
                progress.step(name, done, of, startNanos);
            }
            return !interrupted.getAsBoolean();
        }
    }
}
