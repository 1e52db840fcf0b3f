// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/** A controller of the testbed's own, for contenders whose Spark configuration refers to it: docs/contenders.md. */
public enum ControllerKind {
    /** Tells of loads. */
    LOADS("testbed.controllers", 1, ""),
    /** Plans paths too, which all hosts carry out. */
    PATHS("testbed.paths.controllers", 2, "--paths enforce"),
    /** The same as Cormorant published it. */
    PUBLISHED_PATHS("testbed.published.controllers", 3, "--paths enforce --path-planner most-available"),
    /** The same by the traffic to come. */
    CLAIRVOYANT_PATHS("testbed.clairvoyant.controllers", 4, "--paths enforce --path-clairvoyant FORECAST"),
    /** Allots rates to what is fetched ahead, which all hosts and switches guarantee. */
    RATES(
            "testbed.rates.controllers",
            5,
            "--rates " + FabricOptions.RATE_CODEPOINTS + " --rate-share " + FabricOptions.RATE_SHARE),
    /** Tells of loads and admits nothing of what is fetched ahead, so that no application has a quota. */
    BEST_EFFORT("testbed.best-effort.controllers", 6, "--admission none");

    private static final String FORECAST = "FORECAST";

    private final String fact;
    private final int below;
    private final String options;

    ControllerKind(String fact, int below, String options) {
        this.fact = fact;
        this.below = below;
        this.options = options;
    }

    /** Those that a contender refers to. */
    public static Set<ControllerKind> of(Contender contender) {
        Set<ControllerKind> kinds = EnumSet.noneOf(ControllerKind.class);
        Arrays.stream(values())
                .filter(kind -> contender.sparkRefersTo(kind.fact))
                .forEach(kinds::add);
        return kinds;
    }

    /** As contenders refer to its address. */
    String fact() {
        return fact;
    }

    /** Below those of controllers inside NameNodes. */
    int port() {
        return Endpoint.STANDARD_PORT - below;
    }

    /** Whether it plans paths. */
    public boolean plansPaths() {
        return options.contains("--paths ");
    }

    /** Whether it allots rates. */
    public boolean allotsRates() {
        return options.contains("--rates ");
    }

    /** Whether a contender refers to one that allots rates: then networks need room for them. */
    public static boolean allotsRates(Contender contender) {
        return of(contender).stream().anyMatch(ControllerKind::allotsRates);
    }

    List<String> options(TelemetryFiles files) {
        return Arrays.stream(options.split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> word.equals(FORECAST) ? files.forecast().toString() : word)
                .toList();
    }

    /** What its rules on hosts and its files are called. */
    String label() {
        return fact.split("\\.")[1];
    }
}
