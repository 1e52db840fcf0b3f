// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

/**
 * A line of the file of decisions; one of its parts is there, the others are null.
 *
 * @param application the first line
 * @param stage when it is over
 * @param reads of a task, when it is over
 * @param allowance of a host that has used it up, when it has again
 * @param prefetch what became of input that was fetched ahead, when the application is over
 * @param copies what became of map output that was copied, when the application is over
 */
public record DecisionLine(
        Application application,
        StageReport stage,
        LaunchReport launch,
        DeclineReport decline,
        TaskReads reads,
        NicAllowance allowance,
        PrefetchReport prefetch,
        CopiesReport copies) {
    /** Whose decisions these are. */
    public record Application(String id, String name, String policy) {
        public Application {
            id = MissingPart.text(id);
            name = MissingPart.text(name);
            policy = MissingPart.text(policy);
        }
    }

    boolean isEmpty() {
        return application == null
                && stage == null
                && launch == null
                && decline == null
                && reads == null
                && allowance == null
                && prefetch == null
                && copies == null;
    }

    public static DecisionLine of(Application application) {
        return new DecisionLine(application, null, null, null, null, null, null, null);
    }

    public static DecisionLine of(StageReport stage) {
        return new DecisionLine(null, stage, null, null, null, null, null, null);
    }

    public static DecisionLine of(LaunchReport launch) {
        return new DecisionLine(null, null, launch, null, null, null, null, null);
    }

    public static DecisionLine of(DeclineReport decline) {
        return new DecisionLine(null, null, null, decline, null, null, null, null);
    }

    public static DecisionLine of(TaskReads reads) {
        return new DecisionLine(null, null, null, null, reads, null, null, null);
    }

    public static DecisionLine of(NicAllowance allowance) {
        return new DecisionLine(null, null, null, null, null, allowance, null, null);
    }

    public static DecisionLine of(PrefetchReport prefetch) {
        return new DecisionLine(null, null, null, null, null, null, prefetch, null);
    }

    public static DecisionLine of(CopiesReport copies) {
        return new DecisionLine(null, null, null, null, null, null, null, copies);
    }
}
