// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.core.topology.Topology;
import org.fairlead.objects.StoreService;
import org.fairlead.testbed.cluster.Versions;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.results.ContenderPair;
import org.fairlead.testbed.workload.WorkloadRounds;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.TpchQueries;
import org.fairlead.testbed.workload.step.FlowsStep;
import org.fairlead.testbed.workload.step.TpchStep;

/**
 * A repeatable experiment, read and validated.
 *
 * @param file where it was read from
 * @param topology with the hosts for NameNode and driver
 * @param workers Spark workers at most
 * @param points the background traffic: one, or several, each of which is measured and reported by itself
 * @param settle how long the traffic runs before the work starts
 * @param heartbeat between two reports of agents and switches, for contenders with a controller
 * @param contenders in the order of the file
 * @param baseline name of the contender that the others are compared with; it runs twice in each repetition
 * @param bound name of the contender that knows what nobody can know, which shows what could be reached
 * @param pairs who is compared with whom beside the baseline
 * @param aaApart whether the A/A pair has Spark applications of its own: then it shows by how much two starts of the same differ, and the
 *     baseline's applications serve one round of each repetition, as everybody's do, and are no warmer
 * @param warmUps rounds for each cluster before the first that counts
 * @param warmUpTraffic whether these run beside the first point's traffic: what a plug-in does only then is warm, too
 * @param cpuLimit a round with a larger busy share of the processors does not count, if it is one that the gate asks about
 * @param objectService how the object store serves, where a step reads objects
 * @param timeBudget since its start, after which a run begins no further repetition
 */
public record Scenario(
        String name,
        String description,
        Path file,
        Topology topology,
        Queueing queueing,
        String congestionControl,
        Versions versions,
        int workers,
        List<TrafficPoint> points,
        Duration settle,
        Duration heartbeat,
        StoreService objectService,
        List<WorkloadStep> workload,
        List<Contender> contenders,
        String baseline,
        Optional<String> bound,
        List<ContenderPair> pairs,
        int repetitions,
        boolean aaApart,
        int warmUps,
        boolean warmUpTraffic,
        double cpuLimit,
        ProcessorGate cpuGate,
        Optional<Duration> timeBudget,
        long seed) {

    public Scenario {
        points = List.copyOf(points);
        workload = List.copyOf(workload);
        contenders = List.copyOf(contenders);
        pairs = List.copyOf(pairs);
    }

    /** The name under which the baseline runs a second time. */
    public String aaPair() {
        return baseline + " (A/A)";
    }

    /** The same with another number of repetitions and other queues. */
    public Scenario with(int otherRepetitions, Queueing otherQueueing) {
        points.forEach(point -> point.tryAll(repetitions + 1, otherRepetitions));
        return copy(points, workload, contenders, bound, pairs, otherRepetitions, otherQueueing);
    }

    /**
     * The same with some of its points alone.
     *
     * @throws IllegalArgumentException when a name is none of a point
     */
    public Scenario onlyPoints(List<String> names) {
        List<String> known = points.stream().map(TrafficPoint::name).toList();
        requireKnown("point", names, known);
        return copy(
                points.stream().filter(point -> names.contains(point.name())).toList(),
                workload,
                contenders,
                bound,
                pairs,
                repetitions,
                queueing);
    }

    /**
     * The same with some of its contenders alone, and of its pairs those of whom both run; the baseline stays in any case.
     *
     * @throws IllegalArgumentException when a name is none of a contender
     */
    public Scenario onlyContenders(List<String> names) {
        requireKnown(
                "contender", names, contenders.stream().map(Contender::name).toList());
        return copy(
                points,
                workload,
                contenders.stream()
                        .filter(each ->
                                names.contains(each.name()) || each.name().equals(baseline))
                        .toList(),
                bound.filter(names::contains),
                pairs.stream()
                        .filter(pair -> names.contains(pair.contender()) && names.contains(pair.with()))
                        .toList(),
                repetitions,
                queueing);
    }

    /**
     * The same with more pairs compared.
     *
     * @param texts each {@code CONTENDER:OTHER}
     * @throws IllegalArgumentException when one is no pair of its contenders
     */
    public Scenario alsoComparing(List<String> texts) {
        List<ContenderPair> more = Stream.concat(
                        pairs.stream(),
                        texts.stream().map(text -> ContenderPair.parse(text, besideBaseline(contenders, baseline))))
                .distinct()
                .toList();
        return copy(points, workload, contenders, bound, more, repetitions, queueing);
    }

    /** The contenders that can be compared with one another: all but the baseline. */
    static List<String> besideBaseline(List<Contender> contenders, String baseline) {
        return contenders.stream()
                .map(Contender::name)
                .filter(name -> !name.equals(baseline))
                .toList();
    }

    /**
     * The same with other TPC-H queries.
     *
     * @param names see {@link TpchQueries#named}
     * @throws IllegalArgumentException when a name is none of a query, or the scenario asks none
     */
    public Scenario withQueries(List<String> names) {
        List<String> queries = TpchQueries.named(names);
        if (workload.stream().noneMatch(TpchStep.class::isInstance)) {
            throw new IllegalArgumentException("this scenario has no tpch step, whose queries could be others");
        }
        List<WorkloadStep> asking = workload.stream()
                .map(step -> step instanceof TpchStep tpch ? tpch.withQueries(queries) : step)
                .toList();
        return copy(points, asking, contenders, bound, pairs, repetitions, queueing);
    }

    /**
     * The same with other traffic patterns.
     *
     * @param names or {@code all}
     * @throws IllegalArgumentException when a name is none of a pattern, or the scenario has no step with flows
     */
    public Scenario withPatterns(List<String> names) {
        if (workload.stream().noneMatch(FlowsStep.class::isInstance)) {
            throw new IllegalArgumentException("this scenario has no step flows, whose patterns could be others");
        }
        List<WorkloadStep> others = workload.stream()
                .map(step -> step instanceof FlowsStep flows ? flows.withPatterns(names) : step)
                .toList();
        return copy(points, others, contenders, bound, pairs, repetitions, queueing);
    }

    private static void requireKnown(String what, List<String> names, List<String> known) {
        for (String name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("no " + what + " '" + name + "' in this scenario; accepted: "
                        + (known.equals(List.of("")) ? "none, it has one traffic" : String.join(", ", known)));
            }
        }
    }

    private Scenario copy(
            List<TrafficPoint> somePoints,
            List<WorkloadStep> otherWorkload,
            List<Contender> someContenders,
            Optional<String> otherBound,
            List<ContenderPair> otherPairs,
            int otherRepetitions,
            Queueing otherQueueing) {
        return new Scenario(
                name,
                description,
                file,
                topology,
                otherQueueing,
                congestionControl,
                versions,
                workers,
                somePoints,
                settle,
                heartbeat,
                objectService,
                otherWorkload,
                someContenders,
                baseline,
                otherBound,
                otherPairs,
                otherRepetitions,
                aaApart,
                warmUps,
                warmUpTraffic,
                cpuLimit,
                cpuGate,
                timeBudget,
                seed);
    }

    /** Whether a host has a slow disk, or slow processors, which takes the real root. */
    public boolean needsRoot() {
        return slowsProcessors()
                || topology.hosts().stream().anyMatch(host -> host.disk().isPresent());
    }

    /** Whether a host's processors are slow at a point. */
    public boolean slowsProcessors() {
        return points.stream().anyMatch(TrafficPoint::slowsProcessors);
    }

    /** Whether it has an object store, from which a step reads. */
    public boolean hasObjectStore() {
        return WorkloadRounds.needObjects(workload);
    }

    /** The names under which contenders run in each repetition. */
    public List<String> labels() {
        return Stream.concat(contenders.stream().map(Contender::name), Stream.of(aaPair()))
                .toList();
    }

    /** The contender that differs from the baseline in the traffic alone: it has none. */
    public Optional<String> withoutTraffic() {
        Contender base = contender(baseline);
        return contenders.stream()
                .filter(other -> other.traffic() == Contender.Traffic.DECOY
                        && base.traffic() == Contender.Traffic.REAL
                        && other.sparkKey("").equals(base.sparkKey(""))
                        && other.applications().equals(base.applications()))
                .map(Contender::name)
                .findFirst();
    }

    /** Whether the comparison can do without who runs under a label: what it adds is what the traffic costs, or the noise. */
    public boolean isOptional(String label) {
        return label.equals(aaPair()) || withoutTraffic().filter(label::equals).isPresent();
    }

    /** Whether others are measured by who runs under a label: the baseline, its double, the bound. */
    public boolean isYardstick(String label) {
        return label.equals(baseline)
                || label.equals(aaPair())
                || bound.filter(label::equals).isPresent();
    }

    /** The contender that runs under a label. */
    public Contender contender(String label) {
        if (label.equals(aaPair())) {
            Contender base = contender(baseline);
            return aaApart ? base.apart(label) : base;
        }
        return contenders.stream()
                .filter(contender -> contender.name().equals(label))
                .findFirst()
                .orElseThrow();
    }

    /** Everybody who runs, the A/A pair among them where it has applications of its own. */
    public List<Contender> running() {
        return labels().stream().map(this::contender).distinct().toList();
    }
}
