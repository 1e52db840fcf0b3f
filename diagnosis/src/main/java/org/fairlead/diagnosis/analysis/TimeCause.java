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
        COMPUTING("computing", "computing", "processor time, at other hosts' pace"),
        SLOW_PROCESSOR("slow_processor", "slow processor of ", "tasks there compute longer"),
        SLOW_HOST("slow_host", "slow host ", "busy processor there, or its own disk"),
        SLOW_DISK("slow_disk", "slow disk of ", "readers on its own host wait longer, too"),
        SLOW_LINK("slow_link", "link of ", "slow itself, or busy with others' traffic"),
        SLOW_SOURCE("slow_source", "disk or link of ", "too few readers on its own host to tell"),
        SKEW("skew", "skew", "beyond the median, with more data"),
        READING("reading", "reading from ", "at the pace at which most sources gave"),
        FETCHING("fetching", "map output", "waiting for other executors"),
        WARM_UP("warm_up", "warming up", "first tasks on slots, beyond the others"),
        SHUFFLE_FILES("shuffle_files", "files of shuffles", "blocked on the tasks' own hosts' disks"),
        GARBAGE_COLLECTION("garbage_collection", "garbage collection", "pauses of the executor"),
        LAUNCHING("launching", "scheduling, launching", "on the way, unpacking, result to driver"),
        THROWN_AWAY("thrown_away", "thrown away", "attempts that failed or came second"),
        UNKNOWN("unknown", "without a cause", "spills, output, processor, locks, Python");

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
