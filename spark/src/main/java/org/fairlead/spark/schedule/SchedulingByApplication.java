// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apache.spark.SparkContext;

/** Which scheduling serves which application: Spark makes plug-in and cluster manager each by itself; both are given the application's context. */
public final class SchedulingByApplication {
    private static final Map<SparkContext, Scheduling> ALL = new WeakHashMap<>();

    private SchedulingByApplication() {}

    public static void attach(SparkContext context, Scheduling scheduling) {
        synchronized (ALL) {
            ALL.put(context, scheduling);
        }
    }

    public static void detach(SparkContext context) {
        synchronized (ALL) {
            ALL.remove(context);
        }
    }

    static Optional<Scheduling> of(SparkContext context) {
        synchronized (ALL) {
            return Optional.ofNullable(ALL.get(context));
        }
    }
}
