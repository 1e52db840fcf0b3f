// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.fairlead.core.network.port.PortTurns;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.LoggerFactory;

/**
 * Which source ports a connection of this process tries: what the driver {@value PortDriverProvider#NAME} of this host last wrote, as long as that counts. Whatever is wrong with the table means that the kernel chooses a port. Safe for threads.
 */
public final class PortTable {
    /** Ports that one connection tries before the kernel chooses. */
    private static final int ATTEMPTS = 3;

    private static final long DOUBT_NANOS = 60_000_000_000L;
    /** By which a file may be newer than this process's clock says. */
    private static final long LEAST_AGE_MILLIS = -1_000;

    private final Path file;
    private final long seed;
    private final TimeSource time;
    private final RareLog log = new RareLog(LoggerFactory.getLogger(PortTable.class));
    private final AtomicLong connections = new AtomicLong();
    private final LongAdder steered = new LongAdder();
    private final LongAdder taken = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Map<PortFile.Destination, Long> doubtedUntilNanos = new ConcurrentHashMap<>();
    private volatile Known known = new Known(FileTime.fromMillis(0), new PortFile("", Duration.ZERO, Map.of()));

    private record Known(FileTime written, PortFile table) {}

    /**
     * What a connection tries.
     *
     * @param source this host's address
     * @param ports one after the other
     */
    public record Offer(InetAddress source, List<Integer> ports) {}

    /**
     * What became of connections so far.
     *
     * @param steered went over the wanted path, by what was known
     * @param taken ports that somebody else had
     * @param failed connections by which something went wrong, so that the kernel chose a port
     */
    public record Counts(long steered, long taken, long failed) {}

    /** @param seed of this process: where in a list of ports it begins */
    public PortTable(Path file, long seed, TimeSource time) {
        this.file = file;
        this.seed = seed;
        this.time = time;
    }

    /** The ports for a connection; empty where the kernel is to choose. Never throws. */
    public Optional<Offer> offer(InetSocketAddress to) {
        try {
            return to.isUnresolved() ? Optional.empty() : offer(destination(to));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // no driver runs here
        } catch (IOException | RuntimeException e) {
            failed("table", e);
            return Optional.empty();
        }
    }

    private static PortFile.Destination destination(InetSocketAddress to) {
        return new PortFile.Destination(to.getAddress().getHostAddress(), to.getPort());
    }

    private Optional<Offer> offer(PortFile.Destination to) throws IOException {
        FileTime written = Files.getLastModifiedTime(file);
        Known now = known;
        if (!written.equals(now.written())) {
            now = new Known(written, PortFile.read(file));
            known = now;
        }
        PortFile table = now.table();
        long age = time.currentTimeMillis() - written.toMillis();
        List<Integer> ports = table.ports().getOrDefault(to, List.of());
        if (ports.isEmpty() || age < LEAST_AGE_MILLIS || age > table.lifetime().toMillis() || isDoubted(to)) {
            return Optional.empty();
        }
        List<Integer> turn = PortTurns.of(ports, seed, connections.getAndIncrement(), ATTEMPTS);
        return Optional.of(new Offer(InetAddress.getByName(table.source()), turn));
    }

    private boolean isDoubted(PortFile.Destination to) {
        Long until = doubtedUntilNanos.get(to);
        if (until == null) {
            return false;
        }
        boolean doubted = time.nanoTime() - until < 0;
        if (!doubted) {
            doubtedUntilNanos.remove(to, until);
        }
        return doubted;
    }

    /** Takes that a connection came about by an offered port. */
    public void steered() {
        steered.increment();
    }

    /** Takes that somebody else has an offered port. */
    public void taken() {
        taken.increment();
    }

    /** Takes that something went wrong with a connection to a destination, which is left to the kernel for a minute. */
    public void failed(InetSocketAddress to, Exception why) {
        doubtedUntilNanos.put(destination(to), time.nanoTime() + DOUBT_NANOS);
        failed("connection", why);
    }

    private void failed(String kind, Exception why) {
        failed.increment();
        log.warn(kind, "a connection goes as the network decides, from a port of the kernel's choice: " + why, null);
    }

    public Counts counts() {
        return new Counts(steered.sum(), taken.sum(), failed.sum());
    }
}
