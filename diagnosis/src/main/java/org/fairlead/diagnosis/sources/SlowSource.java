// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.util.List;
import org.fairlead.protocol.application.SourceReads;

/**
 * A source that gave slower than the others by more than chance.
 *
 * @param everywhere whether over all stages together; else in some alone
 * @param stages in which it did by themselves, as people write them
 * @param chance that this, or more, is chance, adjusted for how many sources and stages were looked at
 * @param factor by which readers waited longer for as many bytes
 * @param excessSeconds that readers waited longer, summed
 * @param share of the time of all tasks that this is, 0 to 1
 * @param reads that were compared
 * @param place what of it is slow
 */
public record SlowSource(
        SeenReads.Source source,
        boolean everywhere,
        List<String> stages,
        double chance,
        double factor,
        double excessSeconds,
        double share,
        int reads,
        Place place) {
    /** What of a source is slow, as far as its readers can tell. */
    public enum Place {
        /** Tasks on its own host wait as well, past all links. */
        DISK("disk"),
        /** Tasks on its own host do not wait. */
        LINK("link"),
        /** None of its own host's tasks can be compared. */
        DISK_OR_LINK("disk or link");

        private final String words;

        Place(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** Whether it is slow in a stage, as people write it. */
    public boolean isSlowIn(String stage) {
        return everywhere || stages.contains(stage);
    }

    /** {@code DataNode h5}. */
    public String name() {
        return (source.kind().equals(SourceReads.HDFS) ? "DataNode " : "executors' host ") + source.host();
    }

    /** {@code disk or link of DataNode h5}. */
    public String words() {
        return place.words() + " of " + name();
    }
}
