// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.fairlead.core.chance.Draw;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.replay.PartCheck;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.SelfCheck;
import org.fairlead.diagnosis.simulation.PolicyAnswer.BusiestLink;
import org.fairlead.diagnosis.simulation.PolicyAnswer.Contender;
import org.fairlead.diagnosis.simulation.PolicyAnswer.StageGain;
import org.fairlead.diagnosis.stragglers.HostDraws;
import org.fairlead.diagnosis.stragglers.Stragglers;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Workload;

/**
 * Answers what an application would have taken under other policies, or beside other traffic, also where its cluster had been otherwise.
 *
 * <p><b>Goals.</b> The decision code that a cluster runs, on the application's own hosts, tasks and volumes. No answer where the application run again under stock takes a tenth more or less than its log says.
 *
 * <p><b>Constraints.</b> What the log does not say stays as it was: what a task's transfers do not explain of its time it takes under every policy ({@link LoggedWorkload}). Rates of links are said by whoever asks, or
 * taken to be usual ones.
 *
 * <p><b>Algorithm.</b> The residuals are found in at most {@value #FITS} runs under stock. Then stock and every contender run with the same seeds; what a contender takes is what the log says, times its own time over stock's, seed by
 * seed. The interval is that of these ratios. Where the cluster is to be otherwise ({@link ClusterChange}), every contender runs once more on the changed one, and is compared with stock on the log's. Tasks of a host that is
 * not there take what others' took, drawn with each seed ({@link HostDraws}).
 *
 * <p><b>Example.</b> 100 s by the log. With three seeds stock takes 98, 99 and 100 s, a contender 78.4, 79.2 and 80: it would have taken 80 s. On links twice as fast it takes 58.8, 59.4 and 60: 60 s.
 *
 * <p><b>Source.</b> Ours.
 */
public final class PolicySimulation {
    private static final int FITS = 3;
    /** Of all task time, what may be left that tasks take more or less than logged. */
    private static final double EXPLAINED = 0.002;

    private static final long FIRST_SEED = 1;
    private static final int MOST_GAINS = 3;
    private static final double SPANS = 200;
    private static final double LEAST_SPAN_SECONDS = 0.1;
    private static final Policies STOCK = PolicySets.named("stock", Cluster.Framework.SPARK);

    private final Schedule schedule;
    private final SimulationRequest request;
    private final LoggedCluster cluster;
    private final LoggedWorkload workload;
    private final RunObserver watcher;
    private final long runs;
    private final List<Run> stock = new ArrayList<>();
    private long done;

    /**
     * What contenders run on.
     *
     * @param elsewhere what tasks of a host that is not there would have taken on the others; empty where none is missing
     */
    private record Ground(Cluster cluster, Optional<HostDraws> elsewhere) {}

    /** One run, and what came of it. */
    private record Run(JobsOutcome outcome, SimulatedTimes times) {
        double millis() {
            return outcome.complete() ? times.totalMillis() : Double.NaN;
        }
    }

    /**
     * @param watcher is called with how many runs are done
     * @throws IllegalArgumentException if the application cannot be simulated; its message says why
     */
    public PolicySimulation(Schedule schedule, SimulationRequest request, RunObserver watcher) {
        this.schedule = schedule;
        this.request = request;
        this.watcher = watcher;
        cluster = new LoggedCluster(schedule, request.network());
        workload = new LoggedWorkload(schedule);
        int clusters = request.change().isNone() ? 1 : 2;
        runs = FITS + (1L + (long) clusters * request.policies().size()) * request.seeds();
    }

    /** Runs it; may be asked once. */
    public PolicyAnswer answer() {
        Ground quiet = new Ground(cluster.quiet(), Optional.empty());
        Ground loaded = new Ground(cluster.with(request.background()), Optional.empty());
        for (int fit = 0; fit < FITS; fit++) {
            if (explained(quiet)) {
                break;
            }
        }
        stock.addAll(runs(quiet, STOCK));
        SelfCheck check = SelfCheck.of(schedule, mean(stock, Run::millis), stageMillis(stock));
        List<Contender> contenders = new ArrayList<>();
        if (check.holds()) {
            for (Policies policies : request.policies()) {
                boolean isStock = policies.equals(STOCK) && request.background().isEmpty();
                contenders.add(contender(policies, ClusterChange.NONE, isStock ? stock : runs(loaded, policies)));
            }
            if (!request.change().isNone()) {
                contenders.addAll(onTheChangedCluster());
            }
        }
        return new PolicyAnswer(setting(), check, fetching(), busiest(stock), contenders);
    }

    private List<Contender> onTheChangedCluster() {
        ClusterChange change = request.change();
        Optional<HostDraws> elsewhere = change.lacksHost()
                ? Optional.of(new Stragglers(schedule).drawsWithout(change.withoutHost()))
                : Optional.empty();
        Optional<Ground> ground =
                cluster.changed(change, request.background()).map(changed -> new Ground(changed, elsewhere));
        return request.policies().stream()
                .map(policies -> ground.map(on -> contender(policies, change, runs(on, policies)))
                        .orElse(Contender.neverEnding(policies.name(), change)))
                .toList();
    }

    /** Whether tasks take what they took, after a further run. */
    private boolean explained(Ground quiet) {
        return workload.explain(run(quiet, STOCK, FIRST_SEED).times) < EXPLAINED;
    }

    private PolicyAnswer.Fetching fetching() {
        double logged = 0;
        for (int i = 0; i < schedule.size(); i++) {
            logged += Split.of(schedule.task(i)).of(Part.FETCH_WAIT);
        }
        double simulated = 0;
        for (int place = 0; place < schedule.application().stages().size(); place++) {
            int at = place;
            simulated += workload.fetches(place)
                    ? 1000 * workload.tasks(place) * mean(stock, run -> run.times.meanInputSeconds(at))
                    : 0;
        }
        return new PolicyAnswer.Fetching(logged, simulated);
    }

    /** When stages were submitted and ended under stock, with the first seed. */
    public PartCheck.Times stages() {
        return new PartCheck.Times(
                stock.get(0).times.submitted(), stock.get(0).times.ended());
    }

    private PolicyAnswer.Setting setting() {
        return new PolicyAnswer.Setting(
                cluster.hosts(),
                cluster.racks(),
                cluster.hostsWithoutRack(),
                cluster.slots(),
                cluster.linkBytesPerSecond(),
                request.network().linkBytesPerSecond() == SimulationRequest.Network.USUAL,
                workload.inputOnHosts(),
                request.background().isPresent(),
                request.seeds());
    }

    /** One for each seed, at the same time where there are processors: they do not depend on each other. */
    private List<Run> runs(Ground on, Policies policies) {
        return IntStream.range(0, request.seeds())
                .parallel()
                .mapToObj(i -> run(on, policies, FIRST_SEED + i))
                .toList();
    }

    private Run run(Ground on, Policies policies, long seed) {
        double span = Math.max(LEAST_SPAN_SECONDS, schedule.loggedMillis() / 1000 / SPANS);
        JobsOutcome outcome = JobSimulation.run(
                on.cluster,
                work(on, seed),
                policies,
                seed,
                new JobSimulation.Options(0, false, true, span),
                (ended, of) -> goesOn(0));
        if (!goesOn(1)) {
            throw new CancellationException("interrupted");
        }
        return new Run(outcome, new SimulatedTimes(schedule, workload, outcome));
    }

    private Workload work(Ground on, long seed) {
        String driver = on.cluster.machineNames().get(0);
        return on.elsewhere
                .map(draws -> workload.workload(driver, draws.drawn(schedule.durations(), new Draw(seed))))
                .orElseGet(() -> workload.workload(driver));
    }

    private synchronized boolean goesOn(int ended) {
        done += ended;
        return watcher.goOn(done, Math.max(done, runs));
    }

    /** What is measured of a run. */
    private interface Measure {
        double of(Run run);
    }

    private static double mean(List<Run> of, Measure measure) {
        return of.stream().mapToDouble(measure::of).average().orElse(Double.NaN);
    }

    private double[] stageMillis(List<Run> of) {
        double[] millis = new double[schedule.application().stages().size()];
        for (int place = 0; place < millis.length; place++) {
            int at = place;
            millis[place] = mean(of, run -> run.times.stageMillis(at));
        }
        return millis;
    }

    private Contender contender(Policies policies, ClusterChange change, List<Run> its) {
        double[] own = its.stream().mapToDouble(Run::millis).toArray();
        double[] before = stock.stream().mapToDouble(Run::millis).toArray();
        Optional<Ratio> ratio = Ratio.ofPairs(own, before);
        Optional<Interval> interval = ratio.flatMap(Ratio::interval);
        double logged = schedule.loggedMillis();
        return new Contender(
                policies.name(),
                change,
                ratio.map(each -> logged * each.ratio()).orElse(Double.NaN),
                interval.map(each -> logged * each.low()).orElse(Double.NaN),
                interval.map(each -> logged * each.high()).orElse(Double.NaN),
                busiest(its),
                mean(its, PolicySimulation::far),
                gains(its));
    }

    private static double far(Run run) {
        JobsOutcome.Counts counts = run.outcome.counts();
        double far = counts.bytesRack() + counts.bytesRemote();
        return far > 0 ? far / (far + counts.bytesLocal()) : 0;
    }

    /** Those that gain or lose most. */
    private List<StageGain> gains(List<Run> its) {
        List<StageGain> gains = new ArrayList<>();
        List<StageLog> stages = schedule.application().stages();
        for (int place = 0; place < stages.size(); place++) {
            int at = place;
            gains.add(new StageGain(
                    stages.get(place).label(),
                    stages.get(place).name(),
                    mean(stock, run -> run.times.stageMillis(at)),
                    mean(its, run -> run.times.stageMillis(at)),
                    1000 * mean(stock, run -> run.times.meanInputSeconds(at)),
                    1000 * mean(its, run -> run.times.meanInputSeconds(at))));
        }
        gains.sort(Comparator.<StageGain>comparingDouble(each -> Math.abs(each.stockMillis() - each.millis()))
                .reversed());
        return gains.subList(0, Math.min(MOST_GAINS, gains.size()));
    }

    private BusiestLink busiest(List<Run> of) {
        BusiestLink most = BusiestLink.NONE;
        for (Run run : of) {
            for (float[] span : run.outcome.links().shares()) {
                for (int link = 0; link < span.length; link++) {
                    if (span[link] > most.share()) {
                        most = new BusiestLink(cluster.linkName(link), span[link]);
                    }
                }
            }
        }
        return most;
    }
}
