// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Topology;

/** The path selectors by the names under which options and reports know them. To add one: a constant, and its line in {@code make}. */
public enum PathSelectors {
    /** The first path that is up. */
    SINGLE("single"),
    /** A hash decides. */
    ECMP("ecmp"),
    /** The path with the most available bandwidth at arrival. */
    MOST_AVAILABLE("most-available"),
    /** A hash at arrival, then large flows move in rounds: Hedera with our search. */
    HEDERA("hedera"),
    /** Hedera with annealing as published. */
    HEDERA_PUBLISHED("hedera-published"),
    /** Hedera with Global First Fit. */
    HEDERA_GFF("hedera-gff");

    private final String label;

    PathSelectors(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** @param seed decides what is left to chance */
    public PathSelector make(Topology topology, long seed) {
        return make(topology, seed, HederaOptions.USUAL);
    }

    /**
     * @param seed decides what is left to chance
     * @param options of the selectors that have rounds
     */
    public PathSelector make(Topology topology, long seed, HederaOptions options) {
        return switch (this) {
            case SINGLE -> new SinglePath(topology);
            case ECMP -> new EqualCostMultipath(new EqualCostPaths(topology), seed);
            case MOST_AVAILABLE -> new MostAvailable(topology, seed);
            case HEDERA -> new Hedera(topology, Hedera.Search.NEGOTIATED, options, seed);
            case HEDERA_PUBLISHED -> new Hedera(topology, Hedera.Search.PUBLISHED, options, seed);
            case HEDERA_GFF -> new Hedera(topology, Hedera.Search.FIRST_FIT, options, seed);
        };
    }

    /** @throws IllegalArgumentException if there is no selector of that name; its message lists those there are */
    public static PathSelector named(String label, Topology topology, long seed) {
        return named(label, topology, seed, HederaOptions.USUAL);
    }

    /** @throws IllegalArgumentException if there is no selector of that name; its message lists those there are */
    public static PathSelector named(String label, Topology topology, long seed, HederaOptions options) {
        return Arrays.stream(values())
                .filter(selector -> selector.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no path selection '" + label + "'; accepted: "
                        + Arrays.stream(values()).map(PathSelectors::label).collect(Collectors.joining(", "))))
                .make(topology, seed, options);
    }
}
