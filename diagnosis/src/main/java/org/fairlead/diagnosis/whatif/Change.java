// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.simulation.ClusterChange;

/**
 * What is to be otherwise.
 *
 * @param links how many times as fast the network is, at least 1
 * @param disks how many times as fast disks are, at least 1
 * @param withoutHost that is not there; {@link Scenario#NO_HOST} for none
 * @param executors how many there are; {@link Scenario#AS_LOGGED} for those that there were
 * @param quiet whether others use neither links nor disks
 * @param repairedHost that is as fast as the others; {@link Scenario#NO_HOST} for none
 */
public record Change(
        double links, double disks, String withoutHost, int executors, boolean quiet, String repairedHost) {
    public static final Change NONE = new Change(1, 1, Scenario.NO_HOST, Scenario.AS_LOGGED, false, Scenario.NO_HOST);

    public Change {
        if (!(links >= 1 && disks >= 1) || executors < 0) {
            throw new IllegalArgumentException("links and disks at least as fast as they were and executors above 0 are"
                    + " expected, not " + links + ", " + disks + ", " + executors);
        }
    }

    public Change withLinks(double factor) {
        return new Change(factor, disks, withoutHost, executors, quiet, repairedHost);
    }

    public Change withDisks(double factor) {
        return new Change(links, factor, withoutHost, executors, quiet, repairedHost);
    }

    public Change without(String host) {
        return new Change(links, disks, host, executors, quiet, repairedHost);
    }

    public Change withExecutors(int count) {
        return new Change(links, disks, withoutHost, count, quiet, repairedHost);
    }

    /** Without what others load links and disks with, as far as sources were seen to be slow by it. */
    public Change withoutBackground() {
        return new Change(links, disks, withoutHost, executors, true, repairedHost);
    }

    /** With a host's processor, disk and link as fast as the others'. */
    public Change withRepaired(String host) {
        return new Change(links, disks, withoutHost, executors, quiet, host);
    }

    /** Whether a host is as fast as the others. */
    public boolean repairsHost() {
        return !repairedHost.equals(Scenario.NO_HOST);
    }

    /** Whether a host is not there. */
    public boolean lacksHost() {
        return !withoutHost.equals(Scenario.NO_HOST);
    }

    /** What of it the simulator's cluster can be changed by: disks never limit there, and what slows a host or a source down is in its tasks' own times. */
    public ClusterChange ofCluster() {
        return new ClusterChange(links, withoutHost, executors);
    }

    /** Such as {@code links 2 times as fast, without w13}. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (links > 1) {
            words.add(ClusterChange.faster("links", links));
        }
        if (disks > 1) {
            words.add(ClusterChange.faster("disks", disks));
        }
        if (lacksHost()) {
            words.add("without " + withoutHost);
        }
        if (executors != Scenario.AS_LOGGED) {
            words.add(ClusterChange.counted(executors));
        }
        if (repairsHost()) {
            words.add(repairedHost + " as fast as the others");
        }
        if (quiet) {
            words.add("no background traffic");
        }
        return String.join(", ", words);
    }
}
