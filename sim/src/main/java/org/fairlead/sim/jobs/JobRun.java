package org.fairlead.sim.jobs;

import java.util.List;

/** One run. */
final class JobRun {
    private JobRun() {}

    static JobsOutcome outcome(Policies policies, long seed) {
        return new JobsOutcome(
                policies.name(),
                seed,
                List.of(),
                List.of(),
                List.of(),
                new JobsOutcome.LinkLoads(0, List.of()),
                new JobsOutcome.Counts(List.of(), List.of(), 0, 0, 0, 0, 0, 0),
                List.of(),
                0,
                false);
    }
}
