// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.order.JobOrder;

/** A job while time runs ahead, as the order of jobs sees it. Of one thread. */
final class JobAhead implements JobOrder.Share {
    private final ShadowJob job;
    /** Those that may launch tasks by now, in the order in which they are served. */
    private final List<StageAhead> started = new ArrayList<>();

    private final List<StageAhead> all = new ArrayList<>();
    private int running;
    private boolean elsewhere;

    JobAhead(ShadowJob job) {
        this.job = job;
    }

    ShadowJob known() {
        return job;
    }

    List<StageAhead> started() {
        return started;
    }

    void add(StageAhead stage) {
        all.add(stage);
    }

    /**
     * A task of it has ended, so that those which take its output are launched in slots of their own (Hadoop's reduces).
     *
     * @param here kinds of input whose tasks run in the slots that are looked at
     * @return whether that is so, for the first time
     */
    boolean goesOnElsewhere(Predicate<InputKind> here) {
        boolean before = elsewhere;
        elsewhere = elsewhere
                || all.stream()
                        .anyMatch(stage ->
                                stage.hasPending() && !here.test(stage.pending().kind()));
        return elsewhere && !before;
    }

    /** A stage may launch tasks from now on. */
    void start(StageAhead stage) {
        started.add(stage);
        started.sort((one, other) -> Integer.compare(place(one), place(other)));
    }

    private int place(StageAhead stage) {
        return job.stages().indexOf(stage.stage());
    }

    /**
     * Tasks of its stages but one that may be launched by now.
     *
     * @param here kinds of input whose tasks run in the slots that are looked at
     */
    int pendingBesides(StageAhead stage, Predicate<InputKind> here) {
        int pending = 0;
        for (StageAhead other : started) {
            boolean waits = other != stage && other.hasPending();
            pending += waits && here.test(other.pending().kind()) ? other.notLaunched() : 0;
        }
        return pending;
    }

    /** So many of its tasks run more. */
    void running(int more) {
        running += more;
    }

    @Override
    public int job() {
        return job.job();
    }

    @Override
    public String pool() {
        return job.pool();
    }

    @Override
    public long submittedNanos() {
        return job.submittedNanos();
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public int pending() {
        int pending = 0;
        for (StageAhead stage : started) {
            pending += stage.notLaunched();
        }
        return pending;
    }
}
