// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.Plan;
import org.fairlead.core.plan.PlanLimits;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.profile.BlockRead;
import org.fairlead.core.profile.EndedTask;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;

/**
 * What happened to an application, as a file reports it, and the plans that have to follow: whatever engine's stage is planned, a cluster's or a simulated one, the
 * same events give the same plans.
 */
public final class RecordedStream {
    /** Six hosts in two racks, 125 MB/s each. */
    public static final Topology TOPOLOGY =
            Topologies.tree(new Topology.Builder("tree"), 2, 3, 125e6, 2).build();

    /** Input of each task, bytes. */
    public static final long TASK_BYTES = 128L << 20;

    public static final long SEED = 1;

    private final Function<String[][], EngineStage> engine;
    private final LinkLoads loads = new LinkLoads(TOPOLOGY, 1_000_000_000L);
    private final FairShareLoadModel model = new FairShareLoadModel(TOPOLOGY, 1_000_000_000L);
    private final ApplicationPlanner planner =
            new ApplicationPlanner(TaskAssigners.named("fairlead"), PlanLimits.USUAL.fresh(), Optional.empty());
    private final Map<String, EngineStage> stages = new HashMap<>();
    private final Map<String, PlannedStage> planned = new HashMap<>();
    private final Map<String, String> hostOfTask = new HashMap<>();
    private final Map<String, Double> shares = new HashMap<>();
    private final StringBuilder plans = new StringBuilder();
    private long nowNanos;

    /** A stage of an engine. */
    public interface EngineStage {
        StageTasks tasks();

        /** The engine launches one of its tasks. */
        void launched(int task);
    }

    private RecordedStream(Function<String[][], EngineStage> engine) {
        this.engine = engine;
    }

    /**
     * Replays the file.
     *
     * @param engine makes a stage whose tasks prefer these hosts each
     * @return the plans, as in {@link #expected}
     */
    public static String replay(Function<String[][], EngineStage> engine) {
        RecordedStream stream = new RecordedStream(engine);
        resource("recorded-stream.txt")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> stream.happen(line.strip().split(" +")));
        return stream.plans.toString();
    }

    /** The plans that have to follow. */
    public static String expected() {
        return resource("expected-plans.txt");
    }

    private static String resource(String name) {
        try (InputStream stream = RecordedStream.class.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void happen(String[] words) {
        nowNanos = Long.parseLong(words[0]) * 1_000_000;
        String subject = words[2];
        switch (words[1]) {
            case "load" -> shares.put(subject, Double.parseDouble(words[3]));
            case "measured" -> measure();
            case "executor" -> planner.executors().offered(subject, subject, Integer.parseInt(words[3]));
            case "submitted" -> submit(subject, Arrays.copyOfRange(words, 3, words.length));
            case "launched" -> launch(subject, words[3], Integer.parseInt(words[4]), words[5], words[6]);
            case "ended" -> end(subject, words[3], Double.parseDouble(words[4]), Double.parseDouble(words[5]));
            case "plan" -> plan(subject);
            default -> throw new IllegalArgumentException(words[1]);
        }
    }

    private void measure() {
        for (Link link : TOPOLOGY.links()) {
            double share = shares.getOrDefault(link.name(), 0.0);
            loads.measured(link.index(), share * link.bytesPerSecond(), nowNanos, Origin.SWITCH);
        }
        model.observe(loads.view(nowNanos), nowNanos);
    }

    private void submit(String name, String[] hostsOfTasks) {
        String[][] hosts =
                Arrays.stream(hostsOfTasks).map(each -> each.split(",")).toArray(String[][]::new);
        EngineStage stage = engine.apply(hosts);
        stages.put(name, stage);
        planned.put(name, planner.stage(withInput(stage.tasks())));
    }

    /** The stage as its engine reports it, but for what its tasks read: that the stream reports. */
    private static StageTasks withInput(StageTasks stage) {
        StageTasks.Input input = new StageTasks.Input(
                InputKind.BLOCKS, task -> TASK_BYTES, TASK_BYTES, StageTasks.MapOutput.NONE, Set.of());
        return (StageTasks) Proxy.newProxyInstance(
                StageTasks.class.getClassLoader(),
                new Class<?>[] {StageTasks.class},
                (proxy, method, arguments) ->
                        method.getName().equals("input") ? input : method.invoke(stage, arguments));
    }

    private void launch(String taskId, String stage, int task, String host, String source) {
        EngineStage engineStage = stages.get(stage);
        engineStage.launched(task);
        engineStage.tasks().changes().gone(task);
        hostOfTask.put(taskId, host);
        planner.executors().launched(host, 1);
        planner.launched(
                Long.parseLong(taskId),
                engineStage.tasks().id(),
                host,
                host,
                Double.NaN,
                Optional.of(new BlockRead(source, TASK_BYTES, !source.equals(host))),
                nowNanos);
    }

    private void end(String taskId, String stage, double seconds, double computeSeconds) {
        long id = Long.parseLong(taskId);
        planner.ended(id, nowNanos);
        String host = hostOfTask.get(taskId);
        planner.executors().offered(host, host, planner.executors().freeCores(host) + 1);
        EndedTask ended =
                new EndedTask(seconds, computeSeconds, TASK_BYTES, OptionalDouble.of(seconds - computeSeconds));
        planner.succeeded(id, stages.get(stage).tasks().id(), ended, nowNanos);
    }

    private void plan(String stage) {
        MeasuredSnapshot snapshot = new MeasuredSnapshot(model.availableBandwidth());
        if (!planner.isDue(planned.get(stage), snapshot, nowNanos)
                || !planner.renew(planned.get(stage), snapshot, nowNanos)) {
            throw new IllegalStateException("no plan is due at " + nowNanos);
        }
        Plan plan = planner.plan(planned.get(stage), snapshot, nowNanos, () -> true)
                .orElseThrow()
                .plan();
        plans.append("at ")
                .append(nowNanos / 1_000_000)
                .append(" ms, ")
                .append(stage)
                .append('\n');
        for (String host : plan.hosts().stream().sorted().toList()) {
            List<OfferResponse.Launch> launches = plan.launches(host);
            OfferResponse after = plan.respond(host, host, LocalityLevel.ANY, task -> false, nowNanos);
            plans.append("  ")
                    .append(host)
                    .append(launches.stream().map(RecordedStream::words).collect(Collectors.joining()))
                    .append(after instanceof OfferResponse.Decline decline ? " then " + decline.cause() : "")
                    .append('\n');
        }
    }

    private static String words(OfferResponse.Launch launch) {
        String source = launch.source() < 0
                ? "?"
                : TOPOLOGY.nodes().get(launch.source()).name();
        return String.format(
                Locale.ROOT,
                " [%d %s from %s, %.3f to %.3f s]",
                launch.task(),
                launch.level(),
                source,
                launch.startSeconds(),
                launch.endSeconds());
    }
}
