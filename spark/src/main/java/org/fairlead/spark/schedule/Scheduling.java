// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import org.fairlead.core.task.TaskAssigners;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.record.Journal;
import org.fairlead.spark.record.Records;

/** What the decisions of one application share: options, modes, the picture of the cluster, executors, running tasks, the planner, counts. */
public final class Scheduling implements AutoCloseable {
    private final PlanOptions options;
    private final ModeSwitch<Modes> modes;
    private final ClusterPicture picture;
    private final ExecutorTable executors = new ExecutorTable();
    private final RunningTasks running = new RunningTasks();
    private final Learned learned = new Learned(this::succeeded);
    private final SourceRates sources = new SourceRates();
    private final Figures figures = new Figures();
    private final Journal journal = new Journal();
    private final Records records = new Records(journal);
    private final OfferReviver reviver = new OfferReviver();
    private final Planner planner;
    private volatile boolean served;
    private final SuspectedHosts suspected;

    /** @throws IllegalArgumentException if there is no such policy */
    public Scheduling(PlanOptions options, ModeSwitch<Modes> modes, ClusterPicture picture) {
        this.options = options;
        this.modes = modes;
        this.picture = picture;
        suspected = new SuspectedHosts(picture, executors, options.seed());
        planner = new Planner(this, TaskAssigners.named(options.policy()));
    }

    /** A scheduler of ours was made, and asks. */
    void served() {
        served = true;
    }

    /** Whether Spark runs with a scheduler of ours. */
    public boolean isServed() {
        return served;
    }

    public PlanOptions options() {
        return options;
    }

    public Modes modes() {
        return modes.inForce();
    }

    public ClusterPicture picture() {
        return picture;
    }

    SuspectedHosts suspected() {
        return suspected;
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

    SourceRates sources() {
        return sources;
    }

    public Figures figures() {
        return figures;
    }

    /** What is still to be entered in {@link #running}, {@link #sources}, {@link #picture} and {@link #records}. */
    Journal journal() {
        return journal;
    }

    /** What became of stages and tasks. */
    public Records records() {
        return records;
    }

    /** Registers all that is counted with Spark's metrics. */
    public void register(MetricRegistry registry) {
        figures.register(registry);
        records.totals().register(registry, records::canary);
        for (Mode mode : Mode.values()) {
            Gauge<Integer> inForce = () -> modes().application() == mode ? 1 : 0;
            registry.register("mode." + mode.label(), inForce);
        }
    }

    OfferReviver reviver() {
        return reviver;
    }

    Planner planner() {
        return planner;
    }

    /** A task ended well: what it took is compared with what was predicted, and with what others took. */
    private void succeeded(long taskId) {
        journal.settle();
        running.succeeded(taskId).ifPresent(ended -> {
            RunningTasks.Running task = ended.task();
            task.reading().ifPresent(reading -> sources.succeeded(reading, ended.seconds(), System.nanoTime()));
            if (Double.isFinite(task.expectedSeconds())) {
                figures.compared();
            }
        });
    }

    @Override
    public void close() {
        planner.close();
        reviver.close();
    }
}
