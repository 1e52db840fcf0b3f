// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.Steps;
import org.fairlead.diagnosis.stragglers.Straggler.Saving;

/**
 * Finds hosts that are slower than the others.
 *
 * <p><b>Goals.</b> Among all hosts and stages of an application, a host is named wrongly in at most one of twenty applications. Who is named is
 * slower by an amount that matters.
 *
 * <p><b>Constraints.</b> Tasks of a stage are only compared with each other, and by their time for what they had to read. A stage counts in
 * which at least two hosts have three tasks or more.
 *
 * <p><b>Algorithm.</b> Wilcoxon's rank sum of each host's tasks in each stage, one-sided, and of each host over all stages together (van Elteren);
 * adjusted by Holm, with half of the 5 % for hosts and half for hosts × stages. Then only hosts whose tasks take at least 1.15 times as long,
 * and that may have cost at least 1 % of the time in which jobs ran.
 *
 * <p><b>Example.</b> Ten hosts, 20 stages with 4 tasks a host; on one of them all tasks take 1.5 times as long, all others differ by chance (± 20 %).
 * In no stage is that sure (the smallest of 200 probabilities counts 200 times), over all stages it is.
 */
public final class Stragglers {
    /** The chance that any host is named wrongly. */
    public static final double FALSE_ALARMS = 0.05;

    static final int FEWEST_TASKS = 3;
    private static final double LEAST_FACTOR = 1.15;
    private static final int MOST_REPLAYED = 10;
    /** Of the time in which jobs ran: a host that costs less is nobody's problem. */
    private static final double LEAST_SAVING = 0.01;

    private final Schedule schedule;
    private final List<String> hosts;
    private final int[] hostOf;
    private final Map<Integer, StageSample> samples = new TreeMap<>();
    private int comparisons;
    private int comparedHosts;

    public Stragglers(Schedule schedule) {
        this.schedule = schedule;
        Map<String, Integer> numbers = new LinkedHashMap<>();
        hostOf = new int[schedule.size()];
        Map<Integer, List<Integer>> byStage = new TreeMap<>();
        for (int i = 0; i < hostOf.length; i++) {
            hostOf[i] = numbers.computeIfAbsent(schedule.host(i), unused -> numbers.size());
            if (StageSample.isComparable(schedule, i)) {
                byStage.computeIfAbsent(schedule.stage(i), unused -> new ArrayList<>())
                        .add(i);
            }
        }
        hosts = List.copyOf(numbers.keySet());
        if (hosts.size() > 1) {
            byStage.forEach((stage, tasks) -> samples.put(stage, StageSample.of(schedule, tasks, hostOf)));
        }
    }

    /** All hosts on which tasks ran. */
    public List<String> hosts() {
        return hosts;
    }

    /** What the tasks of one of the {@link #hosts} would have taken, were it as the others. */
    public HostDraws draws(String host) {
        return HostDraws.onItsSlots(schedule, samples.values(), hosts.indexOf(host));
    }

    /** What the tasks of one of the {@link #hosts} would have taken on the others, if it were not there. */
    public HostDraws drawsWithout(String host) {
        int number = hosts.indexOf(host);
        Map<Integer, List<Integer>> opening = new TreeMap<>();
        for (int i = 0; i < hostOf.length; i++) {
            if (hostOf[i] == number && schedule.opensSlot(i) && schedule.task(i).outcome() != Outcome.THROWN_AWAY) {
                opening.computeIfAbsent(schedule.stage(i), unused -> new ArrayList<>())
                        .add(i);
            }
        }
        return HostDraws.onOthersSlots(schedule, samples, number, opening);
    }

    /** How many pairs of a host and a stage were looked at, after {@link #find}. */
    public int comparisons() {
        return comparisons;
    }

    /** How many hosts could be compared with others, after {@link #find}. */
    public int comparedHosts() {
        return comparedHosts;
    }

    private record Compared(int stage, int host, double chance) {}

    /**
     * Those that are slower, the one that costs most first.
     *
     * @param baselineMillis what the application takes replayed as it was
     * @param jobMillis what savings are shares of
     */
    public List<Straggler> find(double baselineMillis, double jobMillis, Steps steps) {
        List<Compared> pairs = new ArrayList<>();
        Map<Integer, RankSum.Joined> joined = new TreeMap<>();
        samples.forEach((stage, sample) -> compare(stage, sample, pairs, joined));
        comparisons = pairs.size();
        comparedHosts = joined.size();
        double[] inStages =
                Holm.adjusted(pairs.stream().mapToDouble(Compared::chance).toArray());
        List<Integer> compared = List.copyOf(joined.keySet());
        double[] inAll = Holm.adjusted(
                compared.stream().mapToDouble(host -> joined.get(host).chance()).toArray());
        Map<Integer, Suspicion> suspicions = new TreeMap<>();
        for (int i = 0; i < inAll.length; i++) {
            if (2 * inAll[i] <= FALSE_ALARMS) {
                suspicions.put(compared.get(i), new Suspicion(true, 2 * inAll[i]));
            }
        }
        for (int i = 0; i < inStages.length; i++) {
            if (2 * inStages[i] <= FALSE_ALARMS) {
                double chance = 2 * inStages[i];
                suspicions
                        .computeIfAbsent(pairs.get(i).host, unused -> new Suspicion(false, chance))
                        .stages
                        .add(pairs.get(i).stage);
            }
        }
        return described(suspicions, baselineMillis, jobMillis, steps);
    }

    private void compare(int stage, StageSample sample, List<Compared> pairs, Map<Integer, RankSum.Joined> joined) {
        int[] counts = new int[hosts.size()];
        int[] groups = new int[sample.size()];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = sample.host(i);
            counts[groups[i]]++;
        }
        List<Integer> many = new ArrayList<>();
        for (int host = 0; host < counts.length; host++) {
            if (counts[host] >= FEWEST_TASKS && sample.size() - counts[host] >= FEWEST_TASKS) {
                many.add(host);
            }
        }
        if (many.size() < 2) {
            return;
        }
        RankSum[] sums = RankSum.of(sample.scores(), groups, counts.length);
        for (int host : many) {
            pairs.add(new Compared(stage, host, sums[host].chance()));
            joined.computeIfAbsent(host, unused -> new RankSum.Joined()).add(sums[host]);
        }
    }

    /** A host that is slower by more than chance: everywhere, or in some stages. */
    private static final class Suspicion {
        private final boolean everywhere;
        private final double chance;
        private final TreeSet<Integer> stages = new TreeSet<>();

        Suspicion(boolean everywhere, double chance) {
            this.everywhere = everywhere;
            this.chance = chance;
        }
    }

    private List<Straggler> described(
            Map<Integer, Suspicion> suspicions, double baselineMillis, double jobMillis, Steps steps) {
        List<Straggler> found = new ArrayList<>();
        suspicions.forEach((host, suspicion) -> {
            Excess excess = new Excess(schedule, host);
            samples.forEach((stage, sample) -> {
                if (suspicion.everywhere || suspicion.stages.contains(stage)) {
                    excess.add(sample);
                }
            });
            if (excess.factor() >= LEAST_FACTOR) {
                found.add(straggler(host, suspicion, excess));
            }
        });
        found.sort(Comparator.comparingDouble(Straggler::excessMillis).reversed());
        HostReplay replay = new HostReplay(
                schedule,
                List.copyOf(samples.values()),
                baselineMillis,
                jobMillis,
                Math.min(MOST_REPLAYED, found.size()),
                steps);
        for (int i = 0; i < Math.min(MOST_REPLAYED, found.size()); i++) {
            Straggler each = found.get(i);
            Saving[] savings = replay.savings(hosts.indexOf(each.host()), each.host());
            found.set(
                    i,
                    new Straggler(
                            each.host(),
                            each.everywhere(),
                            each.stages(),
                            each.chance(),
                            each.factor(),
                            each.excessMillis(),
                            each.tasks(),
                            each.kind(),
                            each.kindShare(),
                            savings[0],
                            savings[1]));
        }
        found.removeIf(each -> each.repaired().isKnown() && each.repaired().high() < LEAST_SAVING);
        return found;
    }

    private Straggler straggler(int host, Suspicion suspicion, Excess excess) {
        return new Straggler(
                hosts.get(host),
                suspicion.everywhere,
                suspicion.stages.stream()
                        .map(stage -> schedule.application().stages().get(stage).label())
                        .toList(),
                suspicion.chance,
                excess.factor(),
                excess.millis(),
                excess.tasks(),
                excess.kind(),
                excess.kindShare(),
                Saving.UNKNOWN,
                Saving.UNKNOWN);
    }
}
