// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.attribution;

/** What a task did for a part of its time; the parts of a task add up to the time from its launch to its end. */
public enum Part {
    COMPUTING("computing", "computing", "processor time of tasks"),
    GARBAGE_COLLECTION("garbage_collection", "garbage collection", "pauses of the executor"),
    FETCH_WAIT("fetch_wait", "shuffle fetch wait", "nothing to work on: link, sender or its disk"),
    SHUFFLE_WRITE("shuffle_write", "shuffle write", "blocked on files of a shuffle"),
    LAUNCHING("launching", "scheduling, launching", "on the way, unpacking, result to the driver"),
    UNTOLD("untold", "not in the log", "reading, writing, spills, waiting for a processor"),
    THROWN_AWAY("thrown_away", "thrown away", "attempts that failed or came second");

    private final String key;
    private final String title;
    private final String meaning;

    Part(String key, String title, String meaning) {
        this.key = key;
        this.title = title;
        this.meaning = meaning;
    }

    /** As JSON names it. */
    public String key() {
        return key;
    }

    public String title() {
        return title;
    }

    public String meaning() {
        return meaning;
    }
}
