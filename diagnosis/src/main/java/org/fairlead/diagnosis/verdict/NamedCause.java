// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

/**
 * Something that an application was slow for.
 *
 * @param place the host or rack; empty where it is nowhere in particular
 * @param saves what the application would save without it, as a share of the time in which jobs ran
 * @param savesLeast the least that it would save; below 0 it may take longer
 * @param savesMost the most that it would save
 */
public record NamedCause(Kind kind, String place, double saves, double savesLeast, double savesMost) {
    /** One of which nothing but chance among tasks is left open. */
    public NamedCause(Kind kind, String place, double saves) {
        this(kind, place, saves, saves, saves);
    }

    /** What it is. */
    public enum Kind {
        DISK("disk", "the disk of "),
        PROCESSOR("processor", "the processor of "),
        LINK("link", "the link of "),
        DISK_OR_LINK("disk_or_link", "the disk or the link of "),
        RACK_LINK("rack_link", "the link between the others and rack "),
        /** Its tasks are slow, and neither log nor file says what they wait for. */
        HOST("host", "the processor, disk or link of "),
        SKEW("skew", "skew"),
        GARBAGE_COLLECTION("garbage_collection", "garbage collection"),
        TOO_FEW_TASKS("too_few_tasks", "too few tasks");

        private final String key;
        private final String title;

        Kind(String key, String title) {
            this.key = key;
            this.title = title;
        }

        /** As JSON names it. */
        public String key() {
            return key;
        }
    }

    /** {@code the disk of h3}. */
    public String words() {
        return kind.title + place;
    }
}
