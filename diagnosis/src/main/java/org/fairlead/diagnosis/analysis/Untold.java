// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.TellingLine;

/**
 * A part of the task time of which the log does not say what it was spent on.
 *
 * @param millis of it
 * @param share of all task time
 * @param line of configuration that would tell more
 */
public record Untold(Kind kind, double millis, double share, TellingLine line) {
    /** What is known of it. */
    public enum Kind {
        STORAGE("storage", "tasks that read, spill or write: waiting for disks and storage, or for a processor"),
        WAITING("waiting", "tasks that read and write nothing: waiting for a processor, a lock, a broadcast"),
        PYTHON("python", "tasks that wait for Python's processes"),
        ACCELERATOR("accelerator", "tasks of a plug-in that computes outside of Java");

        private final String key;
        private final String meaning;

        Kind(String key, String meaning) {
            this.key = key;
            this.meaning = meaning;
        }

        /** As JSON names it. */
        public String key() {
            return key;
        }

        public String meaning() {
            return meaning;
        }

        private TellingLine line(ApplicationLog application, boolean observed) {
            return switch (this) {
                case STORAGE, WAITING ->
                    observed
                            ? TellingLine.none("what the plug-in has seen of it stands in task time by cause")
                            : TellingLine.observing(application);
                case PYTHON -> TellingLine.python(application);
                case ACCELERATOR -> TellingLine.none("its own profiler would tell");
            };
        }
    }

    /**
     * Those with something, the largest first.
     *
     * @param observed whether the plug-in's file of decisions is read, too
     */
    static List<Untold> of(Map<Kind, Double> millis, double taskMillis, ApplicationLog application, boolean observed) {
        return millis.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .sorted(Map.Entry.<Kind, Double>comparingByValue(Comparator.reverseOrder()))
                .map(each -> new Untold(
                        each.getKey(),
                        each.getValue(),
                        each.getValue() / taskMillis,
                        each.getKey().line(application, observed)))
                .toList();
    }
}
