// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.util.EnumSet;
import java.util.Set;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.protocol.plugin.Mode;

/**
 * Whether and how a controller plans paths.
 *
 * @param mode off; observe: plans are made and can be read, hosts do nothing; enforce. There is no canary of paths
 * @param planner by name ({@link PathPlanners})
 * @param classes whose paths are planned
 * @param seed for what planners leave to chance
 */
public record PathSettings(Mode mode, String planner, Set<TrafficClass> classes, long seed) {
    public static final PathSettings OFF =
            new PathSettings(Mode.OFF, PathPlanners.OWN, EnumSet.allOf(TrafficClass.class), 1);

    public PathSettings {
        if (mode == Mode.CANARY) {
            throw new IllegalArgumentException("paths: off, observe or enforce is expected, not canary");
        }
        if (!PathPlanners.names().contains(planner)) {
            throw new IllegalArgumentException(
                    "no path planner '" + planner + "'; accepted: " + String.join(", ", PathPlanners.names()));
        }
        classes = Set.copyOf(classes);
    }

    public PathSettings mode(Mode other) {
        return new PathSettings(other, planner, classes, seed);
    }
}
