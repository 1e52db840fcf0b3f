// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LoadModels;

/** Who decides the paths of a run, by name. */
public final class PathRules {
    /** The network's own hash. */
    public static final String NETWORK = "network";
    /** The most available bandwidth, when a transfer begins. */
    public static final String AT_ARRIVAL = "at-arrival";
    /** Hosts by themselves. */
    public static final String PLB = "plb";
    /** Who knows the present. */
    public static final String CLAIRVOYANT = "clairvoyant";

    private PathRules() {}

    public static List<String> names() {
        return Stream.concat(Stream.of(NETWORK, AT_ARRIVAL, PLB, CLAIRVOYANT), PathPlanners.names().stream())
                .toList();
    }

    /** Whether a rule looks at measurements. */
    public static boolean measures(String name) {
        return !name.equals(NETWORK) && !name.equals(PLB);
    }

    /** The load model that a rule asks for; none where it looks at none. */
    public static Stream<String> loadModel(String name) {
        return switch (name) {
            case NETWORK, PLB -> Stream.of();
            case CLAIRVOYANT -> Stream.of(LoadModels.CLAIRVOYANT);
            case AT_ARRIVAL -> Stream.of(LoadModels.PUBLISHED);
            default -> Stream.of();
        };
    }

    /**
     * Lets a rule decide from now on.
     *
     * @param classes whose paths it decides; the network those of the others
     * @param bandwidth what is known of links by those who choose tasks and replicas
     * @param intervalNanos between two measurements
     */
    public static void decide(
            TransferPaths paths,
            String name,
            Set<TrafficClass> classes,
            Supplier<AvailableBandwidth> bandwidth,
            LongSupplier nowNanos,
            long intervalNanos) {
        switch (name) {
            case NETWORK -> {}
            case AT_ARRIVAL -> paths.by(new ArrivalPaths(bandwidth, nowNanos, paths.seed()), classes);
            case PLB ->
                paths.by(new RepathingHosts(paths.running(), paths.routes().topology(), paths.seed()), classes);
            case CLAIRVOYANT -> paths.by(new PresentPaths(paths.running(), paths.seed()), classes);
            default -> {
                Topology topology = paths.routes().topology();
                paths.by(
                        new PlannedPaths(
                                paths.running(),
                                topology,
                                PathPlanners.named(name, topology, paths.seed()),
                                new FairShareLoadModel(topology, intervalNanos),
                                paths.seed()),
                        classes);
            }
        }
    }
}
