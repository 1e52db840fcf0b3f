// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.fairlead.testbed.machine.ProcessorTime;

/** Follows how busy the processors are, so that a share can be given for a part of the time. */
final class CpuMeter implements AutoCloseable {
    private static final int PERIOD_MILLIS = 200;

    private final TreeMap<Long, ProcessorTime> readings = new TreeMap<>();
    private final long startNanos = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "cpu-meter");
        thread.setDaemon(true);
        return thread;
    });

    static CpuMeter start() {
        CpuMeter meter = new CpuMeter();
        meter.read();
        var unused = meter.timer.scheduleAtFixedRate(meter::read, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return meter;
    }

    private synchronized void read() {
        try {
            readings.put(System.nanoTime() - startNanos, ProcessorTime.now());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Busy share during the first so many seconds, 0 to 1. */
    synchronized double busyShare(double seconds) {
        read();
        Map.Entry<Long, ProcessorTime> last = readings.ceilingEntry((long) (seconds * 1e9));
        ProcessorTime end = (last == null ? readings.lastEntry() : last).getValue();
        return end.busyShareSince(readings.firstEntry().getValue());
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
