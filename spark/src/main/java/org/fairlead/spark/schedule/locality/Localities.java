// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.locality;

import org.apache.spark.scheduler.TaskLocality;
import org.fairlead.core.plan.LocalityLevel;
import scala.Enumeration;

/** Spark's levels of locality and the planner's, which have one order. */
public final class Localities {
    private static final LocalityLevel[] IN_ORDER = LocalityLevel.values();

    private Localities() {}

    public static LocalityLevel of(Enumeration.Value locality) {
        return IN_ORDER[locality.id()];
    }

    private static Enumeration.Value sparks(LocalityLevel level) {
        return switch (level) {
            case PROCESS -> TaskLocality.PROCESS_LOCAL();
            case HOST -> TaskLocality.NODE_LOCAL();
            case NO_PREFERENCE -> TaskLocality.NO_PREF();
            case RACK -> TaskLocality.RACK_LOCAL();
            case ANY -> TaskLocality.ANY();
        };
    }

    /** As task infos and the web UI show it: a task that prefers no host counts as local to its process. */
    public static Enumeration.Value shown(LocalityLevel level) {
        return level == LocalityLevel.NO_PREFERENCE ? TaskLocality.PROCESS_LOCAL() : sparks(level);
    }

    /** Spark's value of the nearer one of two. */
    public static Enumeration.Value nearer(Enumeration.Value locality, LocalityLevel other) {
        return of(locality).compareTo(other) <= 0 ? locality : sparks(other);
    }
}
