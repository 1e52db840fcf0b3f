// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.util.Arrays;
import java.util.List;

/** Why an application is slow. */
public enum CauseKind {
    NONE("none", Place.NOWHERE, 0, 0),
    /** Degree: what the disk reads and writes, in bytes per second. */
    SLOW_DISK("slow-disk", Place.HOST, 0.5e6, 1.2e6),
    /** Degree: processors that all of a host's processes have together. */
    SLOW_PROCESSOR("slow-processor", Place.HOST, 0.05, 0.1),
    /** Degree: the share of the host's link that others leave, each way. */
    BUSY_NIC("busy-nic", Place.HOST, 0.15, 0.35),
    /** Degree: the share of the links between rack and root that others leave, each way. */
    FULL_UPLINK("full-uplink", Place.RACK, 0.15, 0.35),
    /** Degree: the exponent of Zipf's law, a whole number of halves. */
    SKEW("skew", Place.NOWHERE, 1.5, 2),
    /** Degree: MiB of an executor's heap that are free. */
    GARBAGE_COLLECTION("garbage-collection", Place.NOWHERE, 20, 36),
    /** Degree: tasks of a stage, fewer than there are slots. */
    TOO_FEW_TASKS("too-few-tasks", Place.NOWHERE, 2, 3);

    /** Of what there are several. */
    public enum Place {
        NOWHERE,
        HOST,
        RACK
    }

    private final String key;
    private final Place place;
    private final double least;
    private final double most;

    CauseKind(String key, Place place, double least, double most) {
        this.key = key;
        this.place = place;
        this.least = least;
        this.most = most;
    }

    /** As files and commands name it. */
    public String key() {
        return key;
    }

    /** Of what a cause of this kind is one's. */
    public Place place() {
        return place;
    }

    /** The smallest degree that is drawn. */
    double least() {
        return least;
    }

    /** The largest degree that is drawn. */
    public double most() {
        return most;
    }

    public static List<String> keys() {
        return Arrays.stream(values()).map(CauseKind::key).toList();
    }

    /** @throws IllegalArgumentException if none is called so; the message names all */
    public static CauseKind named(String key) {
        return Arrays.stream(values())
                .filter(kind -> kind.key.equals(key))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no cause '" + key + "'; accepted: " + String.join(", ", keys())));
    }
}
