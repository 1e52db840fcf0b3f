// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.Forecast;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The load to come, from a file: for measuring what a clairvoyant policy would reach. JSON
 * {@code {"startEpochMillis": N, "links": {"e1->h1": [[second, bytesPerSecond], …]}}}, a step function for each link by seconds
 * since the start; a link that is absent has no load. Looked at for a change at most once a second; a file that cannot be read
 * leaves what was read before.
 */
public final class ForecastFile implements Forecast {
    private static final Logger LOG = LoggerFactory.getLogger(ForecastFile.class);
    private static final long LOOK_EVERY_NANOS = 1_000_000_000L;

    @SuppressWarnings("ArrayRecordComponent") // never compared, never handed out
    private record Steps(double[] seconds, double[] rates) {
        /** Integral of the rate from the start to a moment; nothing before the first step. */
        double bytesUntil(double moment) {
            double bytes = 0;
            for (int i = 0; i < seconds.length && seconds[i] < moment; i++) {
                double end = i + 1 < seconds.length ? Math.min(seconds[i + 1], moment) : moment;
                bytes += rates[i] * (end - seconds[i]);
            }
            return bytes;
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Content(long startNanos, Steps[] byLink) {}

    private final Path path;
    private final Topology topology;
    private final TimeSource time;
    private final AtomicLong nextLook;
    private volatile FileTime readAt = FileTime.fromMillis(Long.MIN_VALUE);
    private volatile Content content;

    public ForecastFile(Path path, Topology topology, TimeSource time) {
        this.path = path;
        this.topology = topology;
        this.time = time;
        nextLook = new AtomicLong(time.nanoTime());
        this.content = new Content(0, new Steps[topology.links().size()]);
        refresh();
    }

    /** What reads a file when a load model asks for it, and says so where none is set. */
    public static Supplier<Forecast> of(Optional<Path> file, Topology topology, TimeSource time) {
        return () -> new ForecastFile(
                file.orElseThrow(() ->
                        new IllegalArgumentException("this load model needs a JSON file of the load of each link")),
                topology,
                time);
    }

    @Override
    public double bytesPerSecond(int link, long fromNanos, long toNanos) {
        long next = nextLook.get();
        if (fromNanos - next >= 0 && nextLook.compareAndSet(next, fromNanos + LOOK_EVERY_NANOS)) {
            refresh();
        }
        Content current = content;
        Steps steps = current.byLink()[link];
        if (steps == null || toNanos <= fromNanos) {
            return 0;
        }
        double from = (fromNanos - current.startNanos()) / 1e9;
        double to = (toNanos - current.startNanos()) / 1e9;
        return (steps.bytesUntil(to) - steps.bytesUntil(from)) / (to - from);
    }

    private void refresh() {
        try {
            if (!Files.exists(path)) {
                return;
            }
            FileTime changed = Files.getLastModifiedTime(path);
            if (changed.equals(readAt)) {
                return;
            }
            readAt = changed;
            content = read(new ObjectMapper().readTree(path.toFile()));
        } catch (IOException | IllegalArgumentException e) {
            LOG.error("{}: {}; the load that was read before stays", path, e.getMessage());
        }
    }

    private Content read(JsonNode root) {
        Map<String, Link> links = new HashMap<>();
        topology.links().forEach(link -> links.put(link.name(), link));
        Steps[] byLink = new Steps[links.size()];
        root.path("links").properties().forEach(entry -> {
            Link link = links.get(entry.getKey());
            if (link == null) {
                throw new IllegalArgumentException("links: no link '" + entry.getKey() + "' in the topology");
            }
            byLink[link.index()] = steps(entry.getValue());
        });
        // The only place where the wall clock counts: it ties the file's start to this process's monotonic clock.
        long ageMillis =
                time.currentTimeMillis() - root.path("startEpochMillis").asLong();
        return new Content(time.nanoTime() - ageMillis * 1_000_000L, byLink);
    }

    private static Steps steps(JsonNode list) {
        double[] seconds = new double[list.size()];
        Arrays.setAll(seconds, i -> list.get(i).path(0).asDouble());
        double[] rates = new double[list.size()];
        Arrays.setAll(rates, i -> list.get(i).path(1).asDouble());
        return new Steps(seconds, rates);
    }
}
