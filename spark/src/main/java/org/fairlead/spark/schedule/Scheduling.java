package org.fairlead.spark.schedule;

import org.fairlead.core.task.TaskAssigners;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.spark.cluster.ClusterPicture;

/** What the decisions of one application share: options, modes, the picture of the cluster, executors, running tasks, the planner, counts. */
public final class Scheduling implements AutoCloseable {
    private final PlanOptions options;
    private final ModeSwitch<Modes> modes;
    private final ClusterPicture picture;
    private final ExecutorTable executors = new ExecutorTable();
    private final RunningTasks running = new RunningTasks();
    private final Learned learned = new Learned();
    private final Figures figures = new Figures();
    private final OfferReviver reviver = new OfferReviver();
    private final Planner planner;

    /** @throws IllegalArgumentException if there is no such policy */
    public Scheduling(PlanOptions options, ModeSwitch<Modes> modes, ClusterPicture picture) {
        this.options = options;
        this.modes = modes;
        this.picture = picture;
        planner = new Planner(this, TaskAssigners.named(options.policy()));
    }

    PlanOptions options() {
        return options;
    }

    Modes modes() {
        return modes.inForce();
    }

    ClusterPicture picture() {
        return picture;
    }

    ExecutorTable executors() {
        return executors;
    }

    RunningTasks running() {
        return running;
    }

    /** To be registered as a listener. */
    public Learned learned() {
        return learned;
    }

    public Figures figures() {
        return figures;
    }

    OfferReviver reviver() {
        return reviver;
    }

    Planner planner() {
        return planner;
    }

    @Override
    public void close() {
        planner.close();
        reviver.close();
    }
}
