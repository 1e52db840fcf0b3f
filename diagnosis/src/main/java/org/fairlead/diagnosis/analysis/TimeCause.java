// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

/**
 * Task time that has one cause.
 *
 * @param place a host, a DataNode, a file system: where the cause is; empty for none in particular
 * @param millis of task time
 * @param share of all task time, 0 to 1
 */
public record TimeCause(Kind kind, String place, double millis, double share) {
    /** What task time was spent on, and why. */
    public enum Kind {
        COMPUTING("computing", "computing", "processor time of tasks, at the pace of the other hosts"),
        SLOW_PROCESSOR("slow_processor", "slow processor of ", "tasks there compute longer than on other hosts"),
        SLOW_HOST("slow_host", "slow host ", "tasks there take longer: its processor is busy, or its own disk"),
        SLOW_DISK("slow_disk", "slow disk of ", "readers wait longer, those on its own host, too"),
        SLOW_LINK("slow_link", "link of ", "readers on other hosts wait longer: a slow link, or others' traffic on it"),
        SLOW_SOURCE("slow_source", "disk or link of ", "readers wait longer; too few are on its own host to tell"),
        SKEW("skew", "skew", "tasks with more data than the others of their stage"),
        READING("reading", "reading from ", "at the pace at which most sources gave"),
        FETCHING("fetching", "map output", "waiting for other executors' map output"),
        SHUFFLE_FILES("shuffle_files", "files of shuffles", "blocked on the disks of the tasks' own hosts"),
        GARBAGE_COLLECTION("garbage_collection", "garbage collection", "pauses of the executor"),
        LAUNCHING("launching", "scheduling, launching", "on the way, unpacking, result to the driver"),
        THROWN_AWAY("thrown_away", "thrown away", "attempts that failed or came second"),
        UNKNOWN("unknown", "without a cause", "spills, output, waiting for a processor, a lock, Python");

        private final String key;
        private final String title;
        private final String meaning;

        Kind(String key, String title, String meaning) {
            this.key = key;
            this.title = title;
            this.meaning = meaning;
        }

        /** As JSON names it. */
        public String key() {
            return key;
        }

        public String meaning() {
            return meaning;
        }
    }

    /** {@code slow disk of DataNode h3}. */
    public String words() {
        return kind.title + place;
    }
}
