// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the modes file again each second, and asks whether the controller allows enforcement, so that an operator's switch is seen while
 * the application runs.
 */
final class ModesWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ModesWatch.class);
    private static final String KIND = "fairlead-modes";
    private static final long EVERY_MILLIS = 1000;

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(LastingThread.workers(KIND));

    private ModesWatch() {}

    /** What is repeated catches its own exceptions; the future would keep them to itself. */
    @SuppressWarnings("FutureReturnValueIgnored")
    static ModesWatch start(ModeSwitch<?> modes, BooleanSupplier enforcement) {
        ModesWatch watch = new ModesWatch();
        RareLog rareLog = new RareLog(LOG);
        Runnable poll = () -> {
            try {
                modes.poll();
                modes.allowEnforcement(enforcement.getAsBoolean());
            } catch (RuntimeException e) {
                rareLog.warn("poll", "Modes could not be renewed", e);
            }
        };
        watch.thread.scheduleWithFixedDelay(
                LastingThread.repeated(KIND, poll), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return watch;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
