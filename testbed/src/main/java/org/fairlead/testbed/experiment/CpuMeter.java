package org.fairlead.testbed.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Follows how busy the machine's processors are, everything on the machine included: a neighbour of the testbed that takes
 * processor time spoils a measurement as well as the testbed itself.
 */
final class CpuMeter implements AutoCloseable {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int PERIOD_MILLIS = 200;

    private final TreeMap<Long, Ticks> readings = new TreeMap<>();
    private final long startNanos = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "cpu-meter");
        thread.setDaemon(true);
        return thread;
    });

    /** Ticks of all processors since boot. */
    record Ticks(long total, long idle) {
        /** Time stolen by a hypervisor counts as busy; guest time is part of user time already. */
        static Ticks of(String stat) {
            long[] fields = Stream.of(stat.lines().findFirst().orElseThrow().split("\\s+"))
                    .skip(1)
                    .limit(8)
                    .mapToLong(Long::parseLong)
                    .toArray();
            return new Ticks(LongStream.of(fields).sum(), fields[3] + fields[4]);
        }
    }

    static CpuMeter start() {
        CpuMeter meter = new CpuMeter();
        meter.read();
        var unused = meter.timer.scheduleAtFixedRate(meter::read, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return meter;
    }

    private synchronized void read() {
        try {
            readings.put(System.nanoTime() - startNanos, Ticks.of(Files.readString(STAT)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Busy share during the first so many seconds, 0 to 1. */
    synchronized double busyShare(double seconds) {
        read();
        Map.Entry<Long, Ticks> last = readings.ceilingEntry((long) (seconds * 1e9));
        return share(readings.firstEntry().getValue(), (last == null ? readings.lastEntry() : last).getValue());
    }

    static double share(Ticks from, Ticks to) {
        long total = to.total() - from.total();
        return total <= 0 ? 0 : 1 - (double) (to.idle() - from.idle()) / total;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
