// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fairlead.diagnosis.replay.Scenario;

/**
 * What is to be otherwise of the cluster that an application ran on.
 *
 * @param links how many times as fast all links are, at least 1
 * @param withoutHost one of the log's that is not there; {@link Scenario#NO_HOST} for none
 * @param executors how many there are; {@link Scenario#AS_LOGGED} for those that there were
 */
public record ClusterChange(double links, String withoutHost, int executors) {
    public static final ClusterChange NONE = new ClusterChange(1, Scenario.NO_HOST, Scenario.AS_LOGGED);

    public ClusterChange {
        if (!(links >= 1) || executors < 0) {
            throw new IllegalArgumentException("links at least as fast as they were and executors above 0 are expected,"
                    + " not " + links + ", " + executors);
        }
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** Whether a host is not there. */
    public boolean lacksHost() {
        return !withoutHost.equals(Scenario.NO_HOST);
    }

    /** Whether there are more or fewer executors than there were. */
    public boolean countsExecutors() {
        return executors != Scenario.AS_LOGGED;
    }

    /** Such as {@code with links 2 times as fast and without w13}; empty for none. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (links > 1) {
            words.add("with " + faster("links", links));
        }
        if (lacksHost()) {
            words.add("without " + withoutHost);
        }
        if (countsExecutors()) {
            words.add("with " + counted(executors));
        }
        int last = words.size() - 1;
        return last < 1
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    /** Such as {@code links 2 times as fast}. */
    public static String faster(String what, double times) {
        String number =
                times == Math.rint(times) ? String.valueOf((long) times) : String.format(Locale.ROOT, "%.2f", times);
        return what + " " + number + " times as fast";
    }

    /** Such as {@code 4 executors}. */
    public static String counted(int executors) {
        return executors == 1 ? "1 executor" : executors + " executors";
    }
}
