// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.apache.spark.scheduler.TaskLocality;
import scala.Enumeration;

/** Spark's levels of locality in its order, the nearest first. */
enum Level {
    PROCESS_LOCAL(TaskLocality.PROCESS_LOCAL()),
    NODE_LOCAL(TaskLocality.NODE_LOCAL()),
    /** Of tasks that prefer no place. */
    NO_PREF(TaskLocality.NO_PREF()),
    RACK_LOCAL(TaskLocality.RACK_LOCAL()),
    ANY(TaskLocality.ANY());

    private static final Level[] IN_ORDER = values();

    /** Scala's enumeration values do not change. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Enumeration.Value sparks;

    Level(Enumeration.Value sparks) {
        this.sparks = sparks;
    }

    /** As task infos and the web UI show it: a task that prefers no place counts as local to its process. */
    Enumeration.Value shown() {
        return this == NO_PREF ? PROCESS_LOCAL.sparks : sparks;
    }

    static Level of(Enumeration.Value locality) {
        return IN_ORDER[locality.id()];
    }

    /** Spark's value of the nearer one of two. */
    static Enumeration.Value nearer(Enumeration.Value locality, Level other) {
        return locality.id() <= other.sparks.id() ? locality : other.sparks;
    }
}
