// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.scheduler.SparkListenerInterface;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ExecutorSlots;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.view.Contention;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.InputFetch;
import org.fairlead.spark.prefetch.order.TaskInputs;
import org.fairlead.spark.read.SlowHosts;
import org.fairlead.spark.record.LaunchJournal;
import org.fairlead.spark.record.Records;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;
import org.fairlead.spark.shuffle.exchange.CopyPlanner;
import org.fairlead.spark.status.SeenTaker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together what decides for one application, and keeps what its parts share. */
public final class Scheduling implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Scheduling.class);

    private final PlanOptions options;
    private final ModeSwitch<SparkModes> modes;
    private final ClusterPicture picture;
    private final TimeSource time;
    private final ApplicationPlanner planner;
    private final Optional<PrefetchPlanner> prefetch;
    private final Optional<CopyPlanner> copies;
    private final OfferCounters figures = new OfferCounters();
    private final PrefetchOutcomes outcomes = new PrefetchOutcomes();
    private final LaunchJournal journal = new LaunchJournal();
    private final Records records;
    private final OfferReviver reviver;
    private final TaskEndListener taskEnds;
    private final PlannerThread plannerThread;
    private final SuspectedHosts suspected;
    private volatile boolean served;
    private volatile SlowHosts avoided = SlowHosts.NONE;

    /**
     * What executors can be told to fetch ahead.
     *
     * @param memoryBytes that each has for it
     */
    public record PrefetchedInput(TaskInputs inputs, long memoryBytes) {}

    /** Without copies of map output. */
    public Scheduling(
            PlanOptions options,
            ModeSwitch<SparkModes> modes,
            ClusterPicture picture,
            Optional<PrefetchedInput> input,
            TimeSource time) {
        this(options, modes, picture, input, Optional.empty(), time);
    }

    /**
     * @param input that executors can be told to fetch ahead
     * @param copies who has map output copied
     * @param time that all parts go by
     * @throws IllegalArgumentException if there is no such policy
     */
    public Scheduling(
            PlanOptions options,
            ModeSwitch<SparkModes> modes,
            ClusterPicture picture,
            Optional<PrefetchedInput> input,
            Optional<CopyPlanner> copies,
            TimeSource time) {
        this.options = options;
        this.copies = copies;
        this.modes = modes;
        this.picture = picture;
        this.time = time;
        records = new Records(journal, time);
        reviver = new OfferReviver(time);
        TaskAssigner policy = TaskAssigners.named(options.policy());
        planner = new ApplicationPlanner(
                policy, options.limits().fresh(), options.slowHosts().arePaced(), Optional.of(time::nanoTime));
        prefetch = input.map(ahead -> new PrefetchPlanner(
                planner, picture, policy, ahead.inputs(), ahead.memoryBytes(), outcomes, options.seed(), time));
        taskEnds = new TaskEndListener(planner, prefetch, journal::settle, figures, time);
        suspected = new SuspectedHosts(picture, planner.executors(), options.seed());
        plannerThread = new PlannerThread(planner, prefetch, options, picture, this::modes, journal, figures, time);
        plannerThread.start();
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

    public SparkModes modes() {
        return modes.inForce();
    }

    public ClusterPicture picture() {
        return picture;
    }

    TimeSource time() {
        return time;
    }

    SuspectedHosts suspected() {
        return suspected;
    }

    ApplicationPlanner planner() {
        return planner;
    }

    /** Input that is fetched before its task starts, now. */
    public List<InputFetch> fetches() {
        return prefetch.map(PrefetchPlanner::fetches).orElse(List.of());
    }

    /** What a controller allows of that, all of it. */
    public void quotas(List<Reply.Quota> allowed) {
        prefetch.ifPresent(ahead -> ahead.quotas(allowed));
    }

    /** What becomes of requests for tasks' input. */
    public PrefetchOutcomes prefetchOutcomes() {
        return outcomes;
    }

    /** Empty where nothing is fetched ahead. */
    Optional<PrefetchPlanner> prefetch() {
        return prefetch;
    }

    /** Empty where no map output is copied. */
    Optional<CopyPlanner> copies() {
        return copies;
    }

    PlannerThread plannerThread() {
        return plannerThread;
    }

    /** To be registered with Spark: what tasks that ended tell of those to come. */
    public SparkListenerInterface taskEnds() {
        return taskEnds;
    }

    public OfferCounters figures() {
        return figures;
    }

    /** What is still to be entered in {@link #planner}, {@link #picture} and {@link #records}. */
    LaunchJournal journal() {
        return journal;
    }

    /** What became of stages and tasks. */
    public Records records() {
        return records;
    }

    OfferReviver reviver() {
        return reviver;
    }

    /** Hosts from which tasks of ours are to keep their reads and writes; the same object as long as plans know no better. */
    SlowHosts avoidedHosts() {
        Map<String, Double> paces = options.favorsNodes() ? planner.avoided() : Map.of();
        if (paces.isEmpty()) {
            return SlowHosts.NONE;
        }
        SlowHosts known = avoided;
        if (!known.paces().equals(paces)) {
            long hosts = planner.executors().all().stream()
                    .map(ExecutorSlots.Executor::host)
                    .distinct()
                    .count();
            known = new SlowHosts((int) hosts, paces);
            avoided = known;
        }
        return known;
    }

    /** To whom executors' reports of what they have seen go. */
    public SeenTaker seen() {
        return new ReportedReads(planner, records.seen());
    }

    /** Registers all that is counted with Spark's metrics. */
    public void register(MetricRegistry registry) {
        figures.register(registry);
        prefetch.ifPresent(ahead -> outcomes.register(registry));
        records.totals().register(registry, records::canary);
        records.seen().register(registry);
        Gauge<Integer> slowHosts = () -> planner.slowHosts().size();
        registry.register("hosts.slow", slowHosts);
        Gauge<Integer> slowDisks = () -> planner.slowDisks().size();
        registry.register("disks.slow", slowDisks);
        Gauge<Integer> uncontended = () -> planner.isUncontended() ? 1 : 0;
        registry.register("uncontended", uncontended);
        for (Contention seen : Contention.values()) {
            Gauge<Double> seconds = () -> planner.secondsOf(seen);
            registry.register("contention." + seen.label() + "_seconds", seconds);
        }
        for (Mode mode : Mode.values()) {
            Gauge<Integer> inForce = () -> modes().application() == mode ? 1 : 0;
            registry.register("mode." + mode.label(), inForce);
        }
    }

    @Override
    public void close() {
        plannerThread.close();
        prefetch.ifPresent(ahead -> LOG.info("Requests for tasks' input: {}", outcomes));
        reviver.close();
    }
}
