// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.spark.scheduler.TaskSetManager;
import org.apache.spark.scheduler.WorkerOffer;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;

/**
 * How many tasks a scheduler launches per second from a stage of 100,000 with three replicas each on 1,000 executors: stock's and ours in turns,
 * in one process, as JSON. By the clock from the first offer on, our waits for plans included, and by the processor time of the
 * thread that holds the scheduler's lock, which a busy machine falsifies less. The clock stops at nine tenths. What a backend does is left out; so are logs.
 *
 * <p>Arguments: how often, 5 when left out; the mode, {@code enforce}; the policy, {@code fairlead}; executors, 1,000; tasks, 100,000; the
 * share of one host's links that others use, 0: from {@code 0.25} on the cluster is not uncontended, and stages wait for their first plan.
 */
final class LaunchBenchmark {
    private static final int CORES = 4;
    private static final long TICK_NANOS = 1_000_000_000L;
    /** The clock stops at this share of the launches: beyond, few slots suit what is left, and the locality waits are measured. */
    private static final double MEASURED_SHARE = 0.9;

    /** How slots are offered. */
    private enum Shape {
        /** Those of all executors at once, as at a stage's beginning and at each full second. */
        ALL_AT_ONCE,
        /** One at a time, as after each task's end. */
        ONE_AT_A_TIME
    }

    private final int executors;
    private final String[][] tasks;
    private final int measured;
    private final Topology topology;
    private final Mode mode;
    private final String policy;
    private final double others;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<String> details = new ArrayList<>();

    private LaunchBenchmark(int executors, int count, Mode mode, String policy, double others) {
        this.executors = executors;
        this.others = others;
        this.mode = mode;
        this.policy = policy;
        topology = Topologies.tree(new Topology.Builder("tree"), executors / 20, 20, 1.25e9, 4)
                .build();
        measured = (int) (MEASURED_SHARE * count);
        Random random = new Random(1);
        tasks = new String[count][];
        Arrays.setAll(tasks, task -> new String[] {host(random), host(random), host(random)});
    }

    private String host(Random random) {
        return "h" + (1 + random.nextInt(executors));
    }

    public static void main(String[] arguments) {
        FakeCluster.context().setLogLevel("ERROR");
        int times = Integer.parseInt(argument(arguments, 0, "5"));
        LaunchBenchmark benchmark = new LaunchBenchmark(
                Integer.parseInt(argument(arguments, 3, "1000")),
                Integer.parseInt(argument(arguments, 4, "100000")),
                Mode.of(argument(arguments, 1, "enforce")),
                argument(arguments, 2, "fairlead"),
                Double.parseDouble(argument(arguments, 5, "0")));
        List<String> shapes = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            shapes.add(benchmark.alternate(shape, times));
        }
        System.out.println("[" + String.join(",\n ", shapes) + "]");
        FakeCluster.context().stop();
    }

    private static String argument(String[] arguments, int at, String standard) {
        return at < arguments.length ? arguments[at] : standard;
    }

    /** Time that launches took. */
    private record Spent(long launched, long nanos, long processorNanos) {
        Spent and(Spent more) {
            return new Spent(launched + more.launched, nanos + more.nanos, processorNanos + more.processorNanos);
        }
    }

    private Spent spentSince(long launched, long nanos, long processorNanos) {
        return new Spent(launched, System.nanoTime() - nanos, threads.getCurrentThreadCpuTime() - processorNanos);
    }

    /** The first pair warms up. */
    private String alternate(Shape shape, int times) {
        List<Spent> stock = new ArrayList<>();
        List<Spent> ours = new ArrayList<>();
        for (int i = 0; i <= times; i++) {
            stock.add(spent(shape, false));
            ours.add(spent(shape, true));
        }
        return "{\"shape\": \"%s\", \"mode\": \"%s\", \"policy\": \"%s\", \"perSecond\": %s, \"perProcessorSecond\": %s, \"last\": %s}"
                .formatted(
                        shape.name().toLowerCase(Locale.ROOT),
                        mode.label(),
                        policy,
                        compared(stock, ours, Spent::nanos),
                        compared(stock, ours, Spent::processorNanos),
                        details.get(details.size() - 1));
    }

    private String compared(List<Spent> stock, List<Spent> ours, ToLongFunction<Spent> nanos) {
        List<Double> ofStock = rates(stock, nanos);
        List<Double> ofOurs = rates(ours, nanos);
        return "{\"stock\": [%s], \"ours\": [%s], \"ratio\": %.3f}"
                .formatted(joined(ofStock), joined(ofOurs), median(ofOurs) / median(ofStock));
    }

    private List<Double> rates(List<Spent> runs, ToLongFunction<Spent> nanos) {
        return runs.stream()
                .skip(1)
                .map(spent -> spent.launched / (nanos.applyAsLong(spent) / 1e9))
                .toList();
    }

    private Spent spent(Shape shape, boolean our) {
        System.gc();
        PlanOptions options = new PlanOptions(
                policy,
                Duration.ofMillis(50),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                false,
                1,
                PlantedFault.NONE);
        try (FakeCluster cluster =
                our ? FakeCluster.ours(options, SparkModes.of(mode), picture()) : FakeCluster.stock()) {
            TaskSetManager manager = cluster.submit(tasks);
            Spent spent = shape == Shape.ALL_AT_ONCE ? allAtOnce(cluster, manager) : oneAtATime(cluster, manager);
            cluster.scheduling.ifPresent(scheduling -> details.add(figures(scheduling.figures())));
            return spent;
        }
    }

    private MeasuredPicture picture() {
        int busy = topology.host("h1").index();
        return new MeasuredPicture(topology)
                .loaded(link -> link.from().index() == busy || link.to().index() == busy ? others : 0);
    }

    private List<WorkerOffer> slots(int cores) {
        List<WorkerOffer> slots = new ArrayList<>();
        for (int i = 1; i <= executors; i++) {
            slots.add(FakeCluster.slot(Integer.toString(i), "h" + i, cores));
        }
        return slots;
    }

    private Spent allAtOnce(FakeCluster cluster, TaskSetManager manager) {
        List<WorkerOffer> slots = slots(CORES);
        int left = measured;
        Spent spent = new Spent(0, 0, 0);
        while (left > 0) {
            long start = System.nanoTime();
            long processorStart = threads.getCurrentThreadCpuTime();
            int asked = cluster.revivals.count();
            List<Launched> launched = cluster.offer(slots);
            if (launched.isEmpty()) {
                awaitRevival(cluster, asked);
            }
            spent = spent.and(spentSince(launched.size(), start, processorStart));
            left -= launched.size();
            launched.forEach(task -> cluster.finish(manager, task.id()));
        }
        return spent;
    }

    private Spent oneAtATime(FakeCluster cluster, TaskSetManager manager) {
        List<WorkerOffer> slots = slots(1);
        List<Launched> running = new ArrayList<>();
        Random random = new Random(2);
        int left = measured;
        Spent spent = new Spent(0, 0, 0);
        while (left > 0) {
            WorkerOffer slot = slots.get(random.nextInt(executors));
            long start = System.nanoTime();
            long processorStart = threads.getCurrentThreadCpuTime();
            int asked = cluster.revivals.count();
            List<Launched> launched = cluster.offer(slot);
            if (launched.isEmpty() && running.isEmpty()) {
                awaitRevival(cluster, asked);
            }
            spent = spent.and(spentSince(launched.size(), start, processorStart));
            left -= launched.size();
            running.addAll(launched);
            if (running.size() >= CORES * executors || launched.isEmpty()) {
                running.forEach(task -> cluster.finish(manager, task.id()));
                running.clear();
            }
        }
        return spent;
    }

    private static void awaitRevival(FakeCluster cluster, int asked) {
        long tick = System.nanoTime() + TICK_NANOS;
        while (cluster.revivals.count() == asked && System.nanoTime() - tick < 0) {
            LockSupport.parkNanos(100_000);
        }
    }

    private static String figures(OfferCounters figures) {
        String outcomes = Arrays.stream(OfferCounters.Outcome.values())
                .map(outcome -> "\"%s\": %d".formatted(outcome.name().toLowerCase(Locale.ROOT), figures.of(outcome)))
                .collect(Collectors.joining(", "));
        return "{%s, \"plans\": %d, \"failures\": %d, \"underLockNanosP50\": %d, \"underLockNanosP99\": %d, \"planningNanosP50\": %d}"
                .formatted(
                        outcomes,
                        figures.plans(),
                        figures.failures(),
                        figures.underLock().quantile(0.5),
                        figures.underLock().quantile(0.99),
                        figures.planning().quantile(0.5));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static String joined(List<Double> values) {
        return values.stream().map(value -> "%.0f".formatted(value)).collect(Collectors.joining(", "));
    }
}
