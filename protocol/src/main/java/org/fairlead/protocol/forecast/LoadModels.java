// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.forecast;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.ForecastLoadModel;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.PublishedLoadModel;

/** The load models by the names under which plug-ins' settings know them. */
public final class LoadModels {
    public static final List<String> NAMES = List.of("fairlead", "sinbad", "oracle");

    private static final double LEAST_HORIZON_NANOS = 5e8;
    private static final double LONGEST_HORIZON_NANOS = 3e10;

    private LoadModels() {}

    /**
     * @param name one of {@link #NAMES}
     * @param intervalNanos between two reports of a link
     * @param oracle the load to come; needed by {@code oracle} alone
     * @param blockBytes the file system's usual block size
     * @throws IllegalArgumentException for another name, or without the file that it needs
     */
    public static LoadModel named(
            String name, Topology topology, long intervalNanos, Optional<Path> oracle, long blockBytes) {
        return named(name, topology, intervalNanos, 0, oracle, blockBytes);
    }

    /**
     * The same, where not all of our own traffic is told.
     *
     * @param riseNanos of {@code fairlead}: time constant with which others' load follows a higher one; 0 for at once
     */
    public static LoadModel named(
            String name,
            Topology topology,
            long intervalNanos,
            long riseNanos,
            Optional<Path> oracle,
            long blockBytes) {
        return switch (name) {
            case "fairlead" -> new FairShareLoadModel(topology, intervalNanos, riseNanos);
            case "sinbad" -> new PublishedLoadModel(topology, intervalNanos);
            case "oracle" ->
                new ForecastLoadModel(
                        topology,
                        new OracleFile(
                                oracle.orElseThrow(() -> new IllegalArgumentException(
                                        "load model 'oracle' needs a JSON file of the load of each link")),
                                topology),
                        horizonNanos(topology, blockBytes));
            default -> throw new IllegalArgumentException("'" + name + "' is not one of " + String.join(", ", NAMES));
        };
    }

    /** About the time of a block over the narrowest link. */
    private static long horizonNanos(Topology topology, long blockBytes) {
        double narrowest = topology.links().stream()
                .mapToDouble(Link::bytesPerSecond)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        return Math.round(Math.min(LONGEST_HORIZON_NANOS, Math.max(LEAST_HORIZON_NANOS, blockBytes / narrowest * 1e9)));
    }
}
