// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.network.DriverException;
import org.fairlead.network.NetworkDriver;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.LoggerFactory;

/**
 * Has new connections of this host take paths by their source ports: it learns which ports lead over the paths that are planned ({@link PortLearner}) and leaves a table ({@link PortFile}) to programs that open such
 * connections ({@link PortTable}). It touches no kernel and no switch, and needs no privilege. What runs already stays where it is.
 *
 * <p>A unit that was given a path is held once the table has a port for it. The table counts for the lifetime after it was last written.
 */
final class PortDriver implements NetworkDriver {
    private static final String KIND = "fairlead-source-ports";
    /** Host pairs and classes that can be given paths. */
    private static final int MOST = 1_024;

    private static final long IDLE_MILLIS = 50;
    private static final long PUBLISH_NANOS = 50_000_000L;
    private static final long RENEWALS = 3;
    private static final long LONGEST_CLOSE_MILLIS = 5_000;

    /** @param targets none where any port leads over the path */
    private record Given(PathChoice path, List<Target> targets) {}

    private final PortSettings settings;
    private final PortLearner learner;
    private final TimeSource time;
    private final RareLog log = new RareLog(LoggerFactory.getLogger(PortDriver.class));
    private final Thread thread = LastingThread.of(KIND, this::live);

    /** Guarded by this, as is what follows. */
    private Map<FlowUnit, Given> given = Map.of();

    private long untilNanos;
    private boolean closed;

    /** What the table has. */
    private volatile Map<Target, PortLearner.Known> published = Map.of();

    // of the thread
    private long publishedNanos;
    private long lookedNanos;

    private PortDriver(PortSettings settings, PortLearner learner, TimeSource time) {
        this.settings = settings;
        this.learner = learner;
        this.time = time;
        untilNanos = time.nanoTime();
        publishedNanos = untilNanos;
        lookedNanos = untilNanos - PUBLISH_NANOS;
    }

    /**
     * Begins to learn on a thread of its own, which belongs to the network namespace of the calling one.
     *
     * @throws DriverException if the table cannot be written
     */
    static PortDriver open(PortSettings settings, PortLearner learner, TimeSource time) throws DriverException {
        PortDriver driver = unstarted(settings, learner, time);
        driver.thread.start();
        return driver;
    }

    /** One that is driven by {@link #step}. */
    static PortDriver unstarted(PortSettings settings, PortLearner learner, TimeSource time) throws DriverException {
        PortDriver driver = new PortDriver(settings, learner, time);
        try {
            driver.write(Map.of());
        } catch (IOException e) {
            throw new DriverException("the table of source ports cannot be written: " + e, e);
        }
        return driver;
    }

    @Override
    public Set<TrafficClass> classes() {
        return settings.grant().classes();
    }

    @Override
    public boolean keeps(FlowUnit unit) {
        return settings.grant().covers(unit);
    }

    @Override
    public List<PathChoice> named(FlowUnit unit, PathChoice path) {
        try {
            settings.targets(unit, path);
            return List.of(path);
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    @Override
    public boolean movesLiveFlows() {
        return false;
    }

    @Override
    public Duration lifetime() {
        return settings.lifetime();
    }

    @Override
    public synchronized Map<FlowUnit, PathChoice> held() {
        Map<FlowUnit, PathChoice> held = new LinkedHashMap<>();
        standing().forEach((unit, each) -> {
            if (each.targets().stream().allMatch(target -> isPublished(target, each.path()))) {
                held.put(unit, each.path());
            }
        });
        return held;
    }

    private boolean isPublished(Target target, PathChoice path) {
        PortLearner.Known known = published.get(target);
        return known != null && known.path().equals(path);
    }

    private Map<FlowUnit, Given> standing() {
        return time.nanoTime() - untilNanos < 0 ? given : Map.of();
    }

    /** What is neither held nor given any more is no longer learnt. */
    @Override
    public synchronized Map<FlowUnit, String> apply(PathChanges changes) throws DriverException {
        Map<FlowUnit, String> refused = new LinkedHashMap<>();
        Map<FlowUnit, Given> after = new LinkedHashMap<>(standing());
        after.keySet().retainAll(held().keySet());
        after.keySet().removeAll(changes.released());
        changes.given().forEach((unit, path) -> {
            after.remove(unit);
            try {
                List<Target> targets = settings.targets(unit, path);
                if (after.size() >= MOST) {
                    refused.put(unit, "more than " + MOST + " host pairs and classes");
                } else {
                    after.put(unit, new Given(path, targets));
                }
            } catch (IllegalArgumentException e) {
                refused.put(unit, e.getMessage());
            }
        });
        want(after);
        return refused;
    }

    private void want(Map<FlowUnit, Given> after) throws DriverException {
        if (closed) {
            throw new DriverException("the source ports of this host are closed");
        }
        given = after;
        untilNanos = time.nanoTime() + settings.lifetime().toNanos();
        Map<Target, PathChoice> targets = new LinkedHashMap<>();
        after.values().forEach(each -> each.targets().forEach(target -> targets.put(target, each.path())));
        learner.want(targets);
    }

    @Override
    public synchronized Map<FlowUnit, String> renew() throws DriverException {
        want(standing());
        return Map.of();
    }

    private void live() {
        while (!isClosed()) {
            try {
                if (!step()) {
                    Thread.sleep(IDLE_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.interrupted(); // closed, or somebody's stray interrupt
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Probes what is due and writes the table. @return whether there was something to probe */
    boolean step() throws InterruptedException {
        synchronized (this) {
            if (standing().isEmpty()) {
                learner.want(Map.of());
            }
        }
        boolean probed = learner.step();
        publish();
        return probed;
    }

    private void publish() {
        long now = time.nanoTime();
        if (now - lookedNanos < PUBLISH_NANOS) {
            return;
        }
        lookedNanos = now;
        Map<Target, PortLearner.Known> known = learner.known();
        boolean due =
                !known.isEmpty() && now - publishedNanos >= settings.lifetime().toNanos() / RENEWALS;
        if (!due && known.equals(published)) {
            return;
        }
        try {
            write(known);
            published = known;
            publishedNanos = now;
        } catch (IOException e) {
            log.warn("table", "the table of source ports cannot be written; the network decides: " + e, null);
        }
    }

    private void write(Map<Target, PortLearner.Known> known) throws IOException {
        Map<PortFile.Destination, List<Integer>> ports = new LinkedHashMap<>();
        known.forEach((target, each) -> ports.put(target.at(), each.ports()));
        new PortFile(settings.address(), settings.lifetime(), ports).write(settings.file());
    }

    @Override
    public void close() throws DriverException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            given = Map.of();
            learner.want(Map.of());
        }
        thread.interrupt();
        try {
            thread.join(LONGEST_CLOSE_MILLIS);
            Files.deleteIfExists(settings.file());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new DriverException(
                    "the table of source ports cannot be deleted: " + e + "; it ends by itself within "
                            + settings.lifetime().toSeconds() + " s",
                    e);
        }
    }
}
