// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.network.PairShare;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.LoadModelSetting;
import org.fairlead.core.view.LoadModels;
import org.fairlead.protocol.forecast.ForecastFile;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;

/**
 * Whether and how a controller plans paths.
 *
 * @param mode off; observe: plans are made and can be read, hosts do nothing; canary: of a seeded share of the host pairs hosts send by them, the others are left to the network; enforce
 * @param planner by name ({@link PathPlanners})
 * @param classes whose paths are planned
 * @param canaryShare share of the host pairs, 0 to 1, that counts in {@link Mode#CANARY}
 * @param seed for what planners leave to chance, and for the canary's pairs
 * @param clairvoyantFile the load to come ({@link ForecastFile}), by which paths are planned in place of what is measured: a bound to compare with
 */
public record PathSettings(
        Mode mode,
        String planner,
        Set<TrafficClass> classes,
        double canaryShare,
        long seed,
        Optional<Path> clairvoyantFile) {
    public static final double CANARY_SHARE = 0.1;

    public static final PathSettings OFF =
            new PathSettings(Mode.OFF, PathPlanners.OWN, EnumSet.allOf(TrafficClass.class), 1);

    public PathSettings {
        if (!PathPlanners.names().contains(planner)) {
            throw new IllegalArgumentException(
                    "no path planner '" + planner + "'; accepted: " + String.join(", ", PathPlanners.names()));
        }
        if (!(canaryShare >= 0 && canaryShare <= 1)) {
            throw new IllegalArgumentException(
                    "paths: a canary's share of '" + canaryShare + "' is not between 0 and 1");
        }
        classes = Set.copyOf(classes);
    }

    /** With a canary's usual share. */
    public PathSettings(Mode mode, String planner, Set<TrafficClass> classes, long seed) {
        this(mode, planner, classes, CANARY_SHARE, seed, Optional.empty());
    }

    public PathSettings mode(Mode other) {
        return new PathSettings(other, planner, classes, canaryShare, seed, clairvoyantFile);
    }

    public PathSettings canaryShare(double share) {
        return new PathSettings(mode, planner, classes, share, seed, clairvoyantFile);
    }

    /** What judges the links of a topology. */
    LoadModel loadModel(Topology topology, long intervalNanos, TimeSource time) {
        return LoadModels.make(
                clairvoyantFile.isPresent() ? LoadModels.CLAIRVOYANT : LoadModels.OWN,
                new LoadModelSetting(topology, intervalNanos, 0, 0, ForecastFile.of(clairvoyantFile, topology, time)));
    }

    /** The host pairs whose plans count, or would. */
    PairShare pairs() {
        return mode == Mode.CANARY ? new PairShare(canaryShare, seed) : PairShare.ALL;
    }
}
