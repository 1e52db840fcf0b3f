// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many times as long tasks take on a host, for what is neither their input's nor the network's affair, as on hosts that are well.
 *
 * <p><b>Goals.</b> Tasks avoid a host whose processor or disk is slow or busy, by as much as it is slow, within seconds; within half a minute of its end they come back, little by little.
 *
 * <p><b>Constraints.</b> Nothing but what tasks took is known: no counters, no controller. There is no threshold from which a host is left at once. What tasks differ by anyway makes no host slow, nor does a single task, nor what
 * slows all hosts. No host counts as faster than others: what is predicted of a host that is well is as without this.
 *
 * <p><b>Algorithm.</b> A task's own time t is what it took without waiting for what comes from other hosts, divided by how many times as much as usual it read, if it read more. Tasks that write files wait for the hosts that store the replicas: they count only for hosts of which nothing else is known.
 *
 * <ol>
 *   <li>x = ln((t + {@value #UNNOTICED_SECONDS} s) / (m + {@value #UNNOTICED_SECONDS} s)), m the median of its stage's last tasks. Those that were their stage's first on their host are compared with one another.
 *   <li>A task that still runs and waits for nobody counts if it is late, as if it ended now. So does, on a host that was slow, one that may wait for map output, after the usual wait. It counts for no less than its host's ended ones do in the mean, once it has taken twice as long as usual. One that is killed when it is late, since another attempt was sooner, counts from then on as much.
 *   <li>a is the mean of x over a host's newest {@value PaceHistory#KEPT} tasks with the weights w = ρ, ρ², ρ³, …, the newest first, without the task that raises it most: a single one may be slow for its own sake. One that ended {@value #REMEMBERED_SECONDS} s before the newest begins to count less, one of twice that not at all.
 *   <li>From a goes c, the median of all hosts' a, where that is above 0.
 *   <li>The doubt d is 5.6·max(σ·√v, s). 3σ⁴ is the mean fourth power of what tasks of other hosts differ from the mean of their host: few that are far off raise it much. v = Σw² / (Σw)² without the newest task. s is the spread of all hosts' a, by their median deviation.
 *   <li>Believed is (a − c) − d² / (a − c), 0 where a − c is below d, and half of that with two tasks.
 *   <li>It fades to nothing from {@value #FULLY_SECONDS} to {@value #REMEMBERED_SECONDS} s after the newest task. Where tasks usually take more than {@value #FULLY_SECONDS} s, these times are longer: as long as they take, and one and a half times that.
 *   <li>The pace is its exponential, {@value #MOST} at most. ρ = {@value #FAST} sees soon what is slow, ρ = {@value #STEADY} what is a little slow: the larger pace counts.
 * </ol>
 *
 * <p><b>Example.</b> Tasks take 1 s, give or take a tenth: σ = 0.1, v = ⅓ for ρ = ½, d = 0.32. Of the two that run on h3 both have lasted 5 s: x = 1.57, and with six of before that took 1 s, a = 0.78 and a pace of exp(0.78 − 0.13) = 1.9. When four have taken 10 s each, a = 1.98, a pace of exp(1.98 − 0.05) = 6.9. Where none ends there any more,
 * it is exp(½ · 1.93) = 2.6 after 25 s, exp(⅕ · 1.93) = 1.5 after 28 s, and 1 after 30 s.
 *
 * <p><b>Source.</b> Ours; what may be chance is taken off by the nonnegative garrote (Breiman, 1995). Safe for threads.
 */
public final class HostPaces {
    /** A host that is slow by so much is: a slot elsewhere is better. */
    public static final double SLOW_FROM = 1.2;

    static final int FULLY_SECONDS = 20;
    static final int REMEMBERED_SECONDS = 30;
    static final double UNNOTICED_SECONDS = 0.05;
    static final double MOST = 50;
    static final double FAST = 0.5;
    static final double STEADY = 0.85;
    private static final double LEAST_WAIT_SECONDS = 0.001;
    private static final double[] RATIOS = {FAST, STEADY};
    private static final long EVERY_NANOS = 100_000_000;
    /** So that a large cluster costs no more. */
    private static final long EVERY_NANOS_BY_HOSTS = 50_000;

    private static final int MOST_HOSTS = 100_000;
    private static final int MOST_STAGES = 1024;
    /** A normal distribution's standard deviation over its median deviation. */
    private static final double DEVIATION_BY_MEDIAN = 1.4826;

    /** Before anything is known tasks are taken to differ by so much, as if so many had. */
    private static final double USUAL_DEVIATION = 0.2;

    private static final double USUAL_TASKS = 16;
    private static final double LEAST_DEVIATION = 0.05;
    /** A normal distribution's mean fourth power over that of its standard deviation. */
    private static final double FOURTH_POWER = 3;

    private final Map<StageAttempt, OfStage> byStage = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<StageAttempt, OfStage> eldest) {
            return size() > MOST_STAGES;
        }
    };
    private final Map<String, PaceHistory> byHost = new HashMap<>();
    /** Of tasks that write files: they wait for the hosts that store these, and count where nothing else is known. */
    private final Map<String, PaceHistory> byHostWriting = new HashMap<>();

    private Optional<Long> renewedNanos = Optional.empty();
    private volatile Map<String, Double> slow = Map.of();
    private volatile Map<String, Double> remembered = Map.of();

    private static final class OfStage {
        private final AlikeTasks first = new AlikeTasks();
        private final AlikeTasks later = new AlikeTasks();
        /** Whether tasks wait for what comes from other hosts. */
        private boolean waits;
        /** Whether tasks write files. */
        private boolean writes;

        AlikeTasks alike(boolean cold) {
            return cold ? first : later;
        }
    }

    private record Known(String name, PaceHistory history, List<PaceEvidence.Figure> figures) {}

    /**
     * A task has ended well.
     *
     * @param host empty where it is not known
     * @param cold whether it was its stage's first on its host
     */
    public synchronized void ended(StageAttempt stage, EndedTask task, String host, boolean cold, long nowNanos) {
        OfStage known = byStage.computeIfAbsent(stage, unused -> new OfStage());
        known.writes |= task.writesFiles();
        if (task.overheadSeconds().isEmpty()) {
            known.waits = true;
            return;
        }
        double own = task.computeSeconds() + task.overheadSeconds().getAsDouble();
        known.waits |= task.seconds() - own > LEAST_WAIT_SECONDS;
        AlikeTasks alike = known.alike(cold);
        if (!host.isEmpty()) {
            history(host, task.writesFiles()).add(new PaceHistory.Ended(alike, own, task.bytes(), nowNanos), nowNanos);
        }
        alike.ended(own, Math.max(0, task.seconds() - own), task.bytes(), nowNanos);
    }

    private PaceHistory history(String host, boolean writing) {
        Map<String, PaceHistory> hosts = writing ? byHostWriting : byHost;
        if (hosts.size() >= MOST_HOSTS && !hosts.containsKey(host)) {
            hosts.clear(); // so many are no cluster's: what is known is forgotten, and memory is bounded
        }
        return hosts.computeIfAbsent(host, unused -> new PaceHistory());
    }

    /**
     * A task was killed, for whatever reason: if it was late, it would have taken longer still.
     *
     * @param seconds for which it ran
     */
    synchronized void killed(LaunchedTasks.Running task, double seconds, long nowNanos) {
        OfStage stage = byStage.get(task.stage());
        if (stage == null || task.host().isEmpty() || !counts(task, stage)) {
            return;
        }
        AlikeTasks alike = stage.alike(task.cold());
        PaceHistory host = history(task.host(), stage.writes);
        host.leastLonger(longer(task, stage, seconds, nowNanos), nowNanos)
                .flatMap(longer -> alike.usual(nowNanos).map(usual -> usual.secondsOf(longer)))
                .ifPresent(own -> host.add(new PaceHistory.Ended(alike, own, 0, nowNanos), nowNanos));
    }

    /** What a stage's tasks usually take; of those that were the first on their host, or of those that were not, as far as enough of them have ended. */
    synchronized Optional<AlikeTasks.Usual> usual(StageAttempt stage, boolean cold, long nowNanos) {
        OfStage known = byStage.get(stage);
        return known == null
                ? Optional.empty()
                : known.alike(cold).usual(nowNanos).or(() -> known.alike(!cold).usual(nowNanos));
    }

    /**
     * Looks which hosts are slow, if that is due: ten times a second at most.
     *
     * @param running tasks that run
     */
    public synchronized void renew(Collection<LaunchedTasks.Running> running, long nowNanos) {
        long every = Math.max(EVERY_NANOS, EVERY_NANOS_BY_HOSTS * (byHost.size() + byHostWriting.size()));
        if (renewedNanos.isEmpty() || nowNanos - renewedNanos.get() >= every) {
            slow = paces(known(running, false, nowNanos));
            boolean any = !slow.isEmpty() || !remembered.isEmpty();
            remembered = any ? paces(known(running, true, nowNanos)) : Map.of();
            renewedNanos = Optional.of(nowNanos);
        }
    }

    /** The hosts that are slower than others, by name, with their paces: above 1, {@value #MOST} at most; as of when it was looked last. */
    public Map<String, Double> slow() {
        return slow;
    }

    /** The same as if nothing had been forgotten for twice as long: what hosts were when they were seen last, though tasks are to try them again. */
    public Map<String, Double> remembered() {
        return remembered;
    }

    /** @param remembering whether nothing is forgotten of any host yet; else only of those with tasks that are late */
    private List<Known> known(Collection<LaunchedTasks.Running> running, boolean remembering, long nowNanos) {
        Map<String, Known> all = known(running, false, remembering, nowNanos);
        known(running, true, remembering, nowNanos).forEach(all::putIfAbsent);
        return List.copyOf(all.values());
    }

    private Map<String, Known> known(
            Collection<LaunchedTasks.Running> running, boolean writing, boolean remembering, long nowNanos) {
        Map<String, List<PaceHistory.Late>> late = late(running, writing, nowNanos);
        late.keySet().forEach(name -> history(name, writing));
        Map<String, Known> known = new HashMap<>();
        (writing ? byHostWriting : byHost).forEach((name, host) -> {
            List<PaceEvidence.Figure> figures = host.figures(late.getOrDefault(name, List.of()), remembering, nowNanos);
            if (!figures.isEmpty()) {
                known.put(name, new Known(name, host, figures));
            }
        });
        return known;
    }

    /** By host, tasks that run and have taken longer than usual, those that were launched last first; of stages that write files, or of others. */
    private Map<String, List<PaceHistory.Late>> late(
            Collection<LaunchedTasks.Running> running, boolean writing, long nowNanos) {
        Map<String, List<PaceHistory.Late>> late = new HashMap<>();
        for (LaunchedTasks.Running task : running) {
            OfStage stage = byStage.get(task.stage());
            if (stage == null || stage.writes != writing || task.host().isEmpty() || !counts(task, stage)) {
                continue;
            }
            double seconds = (nowNanos - task.launchedNanos()) / 1e9;
            double longer = longer(task, stage, seconds, nowNanos);
            if (longer > 0) {
                late.computeIfAbsent(task.host(), unused -> new ArrayList<>())
                        .add(new PaceHistory.Late(longer, task.launchedNanos()));
            }
        }
        Comparator<PaceHistory.Late> newestFirst =
                Comparator.comparingLong(PaceHistory.Late::launchedNanos).reversed();
        late.values().forEach(each -> each.sort(newestFirst.thenComparingDouble(PaceHistory.Late::longer)));
        return late;
    }

    /** Logarithm of how many times as long as usual a task has run; 0 where nobody knows what is usual. */
    private static double longer(LaunchedTasks.Running task, OfStage stage, double seconds, long nowNanos) {
        double bytes = task.reading().map(reading -> reading.read().bytes()).orElse(0.0);
        return stage.alike(task.cold())
                .usual(nowNanos)
                .map(usual -> usual.longer(Math.max(0, seconds - usual.waitingSeconds()), bytes))
                .orElse(0.0);
    }

    /** Whether a task that runs says anything of its host while it does. One that may wait for others is believed only if its host was slow before. */
    private boolean counts(LaunchedTasks.Running task, OfStage stage) {
        boolean wasSlow = remembered.getOrDefault(task.host(), 1.0) >= SLOW_FROM;
        return !waits(task, stage) || (wasSlow && task.reading().isEmpty());
    }

    /** Whether a task that runs may wait for what comes from other hosts. */
    private static boolean waits(LaunchedTasks.Running task, OfStage stage) {
        return task.reading().map(reading -> reading.read().remote()).orElse(stage.waits);
    }

    private static Map<String, Double> paces(List<Known> all) {
        if (all.size() < 2) {
            return Map.of(); // there is nobody to compare with
        }
        double powers = USUAL_TASKS * FOURTH_POWER * Math.pow(USUAL_DEVIATION, 4);
        double tasks = USUAL_TASKS;
        for (Known each : all) {
            powers += each.history.powers();
            tasks += each.history.tasks();
        }
        Map<String, Double> paces = new HashMap<>();
        for (double ratio : RATIOS) {
            List<PaceEvidence> evidence = all.stream()
                    .map(each -> PaceEvidence.of(each.figures, ratio))
                    .toList();
            double[] means = evidence.stream().mapToDouble(PaceEvidence::longer).toArray();
            double middle = lowerMedian(means);
            double spread = DEVIATION_BY_MEDIAN
                    * lowerMedian(Arrays.stream(means)
                            .map(mean -> Math.abs(mean - middle))
                            .toArray());
            for (int i = 0; i < all.size(); i++) {
                Known known = all.get(i);
                double ofOthers = (powers - known.history.powers()) / (tasks - known.history.tasks());
                double deviation = Math.max(LEAST_DEVIATION, Math.sqrt(Math.sqrt(ofOthers / FOURTH_POWER)));
                double pace = evidence.get(i).pace(middle, deviation, spread);
                if (pace > 0) {
                    paces.merge(known.name, Math.min(MOST, Math.exp(pace)), Math::max);
                }
            }
        }
        return Map.copyOf(paces);
    }

    private static double lowerMedian(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }
}
