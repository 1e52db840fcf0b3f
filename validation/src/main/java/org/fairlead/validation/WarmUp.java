// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;

/**
 * A round that follows one like it, as those that count on the testbed do: what planners have learned of the cluster then, they still know. Files are the earlier round's
 * own, so that nothing that is read lies in memory.
 */
final class WarmUp {
    /** Between two rounds of a contender others have theirs. */
    private static final double PAUSE_SECONDS = 60;

    private static final String EARLIER = "warm-up ";

    private WarmUp() {}

    /** @param seconds that the earlier round takes */
    static SimulatedRound before(SimulatedRound round, double seconds) {
        Workload workload = round.workload();
        List<Workload.StoredFile> files = new ArrayList<>(workload.files());
        for (Workload.StoredFile file : workload.files()) {
            files.add(new Workload.StoredFile(
                    EARLIER + file.name(), file.bytes(), file.blockBytes(), file.replication(), file.writers()));
        }
        List<Job> jobs = new ArrayList<>();
        for (Job job : workload.jobs()) {
            List<Stage> stages = job.stages().stream().map(WarmUp::earlier).toList();
            jobs.add(like(job, EARLIER + job.name(), job.submitSeconds(), stages));
        }
        for (Job job : workload.jobs()) {
            jobs.add(like(job, job.name(), job.submitSeconds() + seconds + PAUSE_SECONDS, job.stages()));
        }
        return new SimulatedRound(new Workload(workload.name(), files, jobs), round.figures());
    }

    private static Job like(Job job, String name, double submitSeconds, List<Stage> stages) {
        return new Job(name, job.kind(), job.application(), job.pool(), submitSeconds, stages);
    }

    private static Stage earlier(Stage stage) {
        if (!(stage.input() instanceof Stage.Input.File file)) {
            return stage;
        }
        return new Stage(
                stage.tasks(),
                new Stage.Input.File(EARLIER + file.name()),
                stage.computeSecondsPerByte(),
                stage.computeSeconds(),
                stage.output(),
                stage.parents(),
                stage.hosts(),
                stage.delaysSeconds(),
                stage.broadcast());
    }
}
