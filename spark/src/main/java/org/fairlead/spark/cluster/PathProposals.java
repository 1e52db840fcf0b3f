// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.Steering;

/**
 * Which paths the running tasks were launched for. They go to controllers with the flow requests, as proposals; what the next views hold says what came of them. No task waits for that. Of a host pair the newest
 * launch counts, as only one path can. Safe for threads; no method waits.
 */
final class PathProposals {
    private final Counts counts;
    private final Map<FlowUnit, Open> open = new HashMap<>();

    /** How many there were, over all topologies of an application. */
    static final class Counts {
        private long proposed;
        private long granted;

        synchronized void proposed() {
            proposed++;
        }

        synchronized void granted() {
            granted++;
        }

        /** Paths that tasks were launched for, each time that a pair had none or another one. */
        synchronized long ofProposed() {
            return proposed;
        }

        /** Those of them that a view held afterwards, as long as a task of the pair ran. */
        synchronized long ofGranted() {
            return granted;
        }
    }

    /** Of a pair of which tasks run. */
    private static final class Open {
        private PathChoice path = PathChoice.NETWORK;
        private int tasks;
        private boolean granted;
    }

    PathProposals(Counts counts) {
        this.counts = counts;
    }

    /** A task was launched for a path; nothing where it counts on none. */
    synchronized void launched(FlowUnit unit, PathChoice path) {
        if (path.isNetworks()) {
            return;
        }
        Open now = open.computeIfAbsent(unit, unused -> new Open());
        now.tasks++;
        if (!now.path.equals(path)) {
            now.path = path;
            now.granted = false;
            counts.proposed();
        }
    }

    /** Such a task ended. */
    synchronized void ended(FlowUnit unit, PathChoice path) {
        Open now = path.isNetworks() ? null : open.get(unit);
        if (now != null) {
            now.tasks--;
            if (now.tasks == 0) {
                open.remove(unit);
            }
        }
    }

    /** What a pair's tasks count on; the network's own where they count on none. */
    synchronized PathChoice of(FlowUnit unit) {
        Open now = open.get(unit);
        return now == null ? PathChoice.NETWORK : now.path;
    }

    /** What is held now. */
    synchronized void seen(Steering steering, long nowNanos) {
        open.forEach((unit, now) -> {
            if (!now.granted && steering.taken(unit, nowNanos).equals(now.path)) {
                now.granted = true;
                counts.granted();
            }
        });
    }
}
