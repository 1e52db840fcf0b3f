// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.machine.MemoryKills;
import org.fairlead.testbed.network.LinkSampler;
import org.fairlead.testbed.network.PathCounters;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.LinkSeries;
import org.fairlead.testbed.results.PathBytes;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.slow.SlowHosts;
import org.fairlead.testbed.traffic.TrafficGenerator;
import org.fairlead.testbed.traffic.TrafficPlan;
import org.fairlead.testbed.workload.ClusterHandles;
import org.fairlead.testbed.workload.RoundResult;

/**
 * Runs one round: traffic on and hosts slow, settle, work while links and processors are watched, everything verified and deleted, traffic
 * off and hosts well.
 */
final class RoundRunner {
    private final Scenario scenario;
    private final ExperimentStand stand;
    private final WarmUps warmUps;
    /** What each query returned in the first round of the run; every later round has to return the same. */
    private final Map<String, String> firstAnswers = new LinkedHashMap<>();

    RoundRunner(Scenario scenario, ExperimentStand stand) {
        this.scenario = scenario;
        this.stand = stand;
        warmUps = new WarmUps(scenario.warmUps(), stand::isReady, stand::handles, this::work);
    }

    /** Starts every contender's cluster and warms it up. */
    void warmUp(Progress progress) {
        for (Contender contender : scenario.running()) {
            warmUps.warm(contender, progress);
        }
    }

    /** Nobody looks at what is measured. No host is slow, so that it does not last. */
    private void work(ClusterHandles handles, String round) {
        handles.forgetEarlierJobs();
        try (TrafficGenerator traffic = stand.startTraffic(handles.contender(), warmUpTraffic())) {
            RoundResult result = stand.workloads().run(handles, round, scenario.seed());
            traffic.stop();
            compareAnswers(result.digests());
        } catch (IOException e) {
            throw new UncheckedIOException("a warm-up cannot have its traffic: " + e.getMessage(), e);
        }
    }

    private TrafficPlan warmUpTraffic() {
        return scenario.warmUpTraffic() ? scenario.points().get(0).traffic() : TrafficPlan.none(scenario.topology());
    }

    /**
     * Runs a round.
     *
     * @param point the traffic
     * @param label the contender's name, or that of the A/A pair
     * @param since the time since the start of the run
     */
    RoundRecord run(TrafficPoint point, int repetition, int attempt, String label, Duration since, Progress progress)
            throws IOException, InterruptedException {
        Contender contender = scenario.contender(label);
        ClusterHandles handles = warmUps.warm(contender, progress);
        String name = "round-%s%d-%d-%s"
                .formatted(
                        point.name().isEmpty() ? "" : point.name() + "-",
                        repetition,
                        attempt,
                        label.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"));
        stand.workloads().keep(handles, scenario.seed() + repetition);
        stand.forgetCached();
        handles.forgetEarlierJobs();
        try (TrafficGenerator traffic = stand.startTraffic(contender, point.traffic(repetition));
                SlowHosts slow = stand.startSlow(handles, point.slow())) {
            Thread.sleep(scenario.settle().toMillis());
            RoundRecord round;
            long killsBefore = MemoryKills.soFar();
            PathCounters.Reading countedBefore = counted();
            try (LinkSampler links = LinkSampler.start(stand.fabric());
                    CpuMeter processors = CpuMeter.start()) {
                // Paired rounds do the same work: the seed depends on the repetition alone.
                RoundResult result = stand.workloads().run(handles, name, scenario.seed() + repetition);
                links.close();
                List<PathBytes> paths = stand.paths()
                        .map(counters -> counters.between(countedBefore, counted()))
                        .orElse(List.of());
                round = record(
                        repetition,
                        attempt,
                        label,
                        since,
                        result,
                        links,
                        processors,
                        paths,
                        disturbance(MemoryKills.soFar() - killsBefore, traffic));
            }
            slow.stop();
            traffic.stop();
            stand.requireAlive(); // without one of its daemons no round is as others
            return round;
        }
    }

    private RoundRecord record(
            int repetition,
            int attempt,
            String label,
            Duration since,
            RoundResult result,
            LinkSampler links,
            CpuMeter processors,
            List<PathBytes> paths,
            Optional<String> disturbance) {
        double busy = processors.busyShare(result.durationSeconds());
        List<Check> checks = new ArrayList<>(result.checks());
        checks.add(links.withinCapacity());
        checks.addAll(compareAnswers(result.digests()));
        if (stand.paths().isPresent()) {
            checks.add(PathCounters.check(paths));
        }
        ProcessorGate.Verdict verdict =
                scenario.cpuGate().judge(scenario.isYardstick(label), busy, scenario.cpuLimit());
        return new RoundRecord(
                repetition,
                attempt,
                label,
                disturbance.orElse(verdict.notCountedBecause()),
                since.toMillis() / 1e3,
                result.durationSeconds(),
                busy,
                verdict.processorBound(),
                result.samples(),
                result.spans(),
                during(links.series(), result.durationSeconds()),
                checks,
                paths,
                result.taskTimes());
    }

    /** Why a round is not as others, however busy the processors were. */
    private static Optional<String> disturbance(long memoryKills, TrafficGenerator traffic) {
        return memoryKills > 0
                ? Optional.of("memory used up: the kernel ended " + memoryKills
                        + (memoryKills == 1 ? " process" : " processes"))
                : traffic.lost().map(what -> "background traffic was lost: " + what);
    }

    private PathCounters.Reading counted() {
        try {
            return stand.paths().isPresent() ? stand.paths().get().read() : new PathCounters.Reading();
        } catch (IOException e) {
            throw new UncheckedIOException("what went over which path cannot be read: " + e.getMessage(), e);
        }
    }

    /** The seconds in which the work ran, without those of verifying and deleting. */
    private static List<LinkSeries> during(List<LinkSeries> series, double seconds) {
        int most = (int) Math.ceil(seconds);
        return series.stream()
                .map(link -> new LinkSeries(
                        link.link(),
                        link.capacity(),
                        link.bytesPerSecond()
                                .subList(0, Math.min(most, link.bytesPerSecond().size()))))
                .toList();
    }

    private List<Check> compareAnswers(Map<String, String> answers) {
        List<Check> checks = new ArrayList<>();
        answers.forEach((query, answer) -> {
            String first = firstAnswers.computeIfAbsent(query, key -> answer);
            checks.add(new Check(
                    "results of " + query + " are the same under every contender",
                    first.equals(answer),
                    first.equals(answer) ? answer : answer + ", not " + first));
        });
        return checks;
    }
}
