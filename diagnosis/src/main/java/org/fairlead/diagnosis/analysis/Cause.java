// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

/** What could be removed, and what an application would then save at most. */
public enum Cause {
    NETWORK("network", "an infinitely fast network"),
    DISKS("disks", "infinitely fast disks"),
    GARBAGE_COLLECTION("garbage_collection", "no garbage collection"),
    LAUNCHING("launching", "no time to schedule and launch"),
    SLOTS("slots", "a slot for every task at once"),
    SKEW("skew", "tasks of a stage all alike");

    private final String key;
    private final String title;

    Cause(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /** As JSON names it. */
    public String key() {
        return key;
    }

    public String title() {
        return title;
    }
}
