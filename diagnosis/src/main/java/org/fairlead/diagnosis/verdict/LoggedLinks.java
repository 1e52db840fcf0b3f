// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.diagnosis.log.MapOutput;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.stragglers.BytesLine;
import org.fairlead.diagnosis.verdict.NamedCause.Kind;
import org.fairlead.diagnosis.zones.Zones;

/**
 * Says by a log alone whose link is slow, a host's or a rack's.
 *
 * <p><b>Goals.</b> The place. In at most one of twenty applications is any place named wrongly.
 *
 * <p><b>Constraints.</b> A log says for how long the requests of a task to other executors took, all together, and not from whom what came. Disks hardly matter for what executors have just written. Slow processors do: their tasks are slow in their own work, too.
 *
 * <p><b>Algorithm.</b> All requests of tasks on a host cross its link, of tasks elsewhere those alone that go to it; and most requests of tasks in a rack cross its link. So a link is slow where requests take longer for tasks that run behind it (rank sums, Holm; stages count by how long requests took; of several links the one that explains most),
 * and these tasks neither are slow in their own work by more than chance nor collect garbage. What of a task's requests crosses the link follows from who wrote how much of the map output. A straight line through that share and how long requests took says how long those take that do not cross it. A task waits for shuffles as much shorter as its requests take shorter, at least; as those that cross the link
 * do, at most: it waits for the last of them. What tasks behind the link that read what is stored take longer than others is the link's, too; what others wait for storage behind it a log does not say. Attempts behind the link that were overtaken would have taken what their copies take.
 *
 * <p><b>Example.</b> Six hosts with as much map output each: requests take 5 s for tasks on h3, 2 s for the others, of whose requests one in five goes to h3. The line says 1.25 s where none does: tasks on h3 would wait a quarter as long for shuffles, the others between a quarter and 0.63 times as long.
 *
 * <p><b>Source.</b> The tests are those of {@link PlaceCauses}. The rest is ours.
 */
final class LoggedLinks {
    /** That a host is slow in its own work need be no surer than that for its link to be left alone. */
    private static final double SURE = 0.05;

    /** The logarithm of how many times as long requests take at least: hosts differ a little in how soon they are answered. */
    private static final double LEAST_SHIFT = Math.log(1.25);

    /** Of task time: pauses of an executor hold up its requests. As Spark's own pages warn. */
    private static final double MUCH_GARBAGE = 0.1;

    private static final double LEAST_PACE = 1e-6;

    private final Schedule schedule;
    private final Optional<Zones> zones;
    private final List<List<FetchPace>> fetches;
    private final List<List<TaskPace>> paces;

    /** @param paces of tasks' own work */
    LoggedLinks(Schedule schedule, Optional<Zones> zones, List<List<TaskPace>> paces) {
        this.schedule = schedule;
        this.zones = zones;
        this.paces = paces;
        fetches = FetchPace.samples(schedule);
    }

    /** @param chance that any place is named wrongly */
    Optional<PlaceCauses.Found> find(double chance) {
        return Suspect.best(suspects(), chance, LEAST_SHIFT)
                .map(suspect -> new PlaceCauses.Found(suspect.kind(), suspect.place(), without(suspect)));
    }

    private List<Suspect> suspects() {
        TreeSet<String> hosts = new TreeSet<>();
        fetches.forEach(sample -> sample.forEach(fetch -> hosts.add(fetch.host())));
        List<Suspect> suspects = new ArrayList<>();
        add(suspects, Kind.LINK, List.copyOf(hosts), host -> host);
        zones.ifPresent(all -> add(suspects, Kind.RACK_LINK, PlaceCauses.racks(all, hosts), all::zone));
        return suspects;
    }

    /**
     * @param places in their order
     * @param placeOf host; who is in none of the places is compared with the others and not suspected
     */
    private void add(List<Suspect> suspects, Kind kind, List<String> places, UnaryOperator<String> placeOf) {
        Map<String, Integer> known = new HashMap<>();
        ToIntFunction<String> number = host -> known.computeIfAbsent(
                host, unused -> Math.max(-1, Collections.binarySearch(places, placeOf.apply(host))));
        Contrast[] fetching =
                Contrast.of(fetches, fetch -> number.applyAsInt(fetch.host()), places.size(), LoggedLinks::seconds);
        Contrast[] working = Contrast.of(paces, pace -> number.applyAsInt(pace.host()), places.size());
        Split[] spent = spent(number, places.size());
        for (int i = 0; i < fetching.length; i++) {
            boolean worksSlowly = working[i].chance() <= SURE && working[i].shift() >= Suspect.LEAST_SHIFT;
            if (!worksSlowly && spent[i].share(Part.GARBAGE_COLLECTION) <= MUCH_GARBAGE) {
                suspects.add(new Suspect(kind, places.get(i), read -> false, fetching[i]));
            }
        }
    }

    private static double seconds(List<FetchPace> sample) {
        return sample.stream().mapToDouble(FetchPace::seconds).sum();
    }

    /** What the tasks of each place spent their time on. */
    private Split[] spent(ToIntFunction<String> number, int places) {
        Split[] spent = new Split[places];
        Arrays.fill(spent, Split.NONE);
        for (List<FetchPace> sample : fetches) {
            for (FetchPace fetch : sample) {
                int place = number.applyAsInt(fetch.host());
                if (place >= 0) {
                    spent[place] = spent[place].plus(Split.ofAttempt(schedule.task(fetch.task())));
                }
            }
        }
        return spent;
    }

    private TaskTimes without(Suspect suspect) {
        Map<Integer, Double> crossing = crossing(suspect);
        double[] shares = fetches.stream()
                .flatMap(List::stream)
                .mapToDouble(fetch -> crossing.getOrDefault(fetch.task(), 0.0))
                .toArray();
        double[] longer = fetches.stream()
                .flatMap(List::stream)
                .mapToDouble(fetch -> fetch.seconds() / fetch.expected())
                .toArray();
        BytesLine line = new BytesLine(shares, longer, LEAST_PACE);
        double[] least = withoutReading(suspect);
        double[] most = least.clone();
        crossing.forEach((task, share) -> {
            double wait = share > 0 ? Split.of(schedule.task(task)).millis().fetchWait() : 0;
            least[task] -= wait * (1 - line.expected(0) / line.expected(1));
            most[task] -= wait * (1 - line.expected(0) / line.expected(share));
        });
        IntPredicate behind = task -> isHeldUp(suspect, task);
        return new TaskTimes(Overtaken.settled(schedule, least, behind), Overtaken.settled(schedule, most, behind));
    }

    /** Whether an attempt ran behind the link and had something to fetch or to read over it. */
    private boolean isHeldUp(Suspect suspect, int task) {
        boolean fetches = schedule.task(schedule.finisher(task)).volumes().remote() > 0;
        return !schedule.opensSlot(task) && (fetches || schedule.reads(task)) && isBehind(suspect, schedule.host(task));
    }

    /** What tasks take if those behind the link that read what is stored take no longer than others. */
    private double[] withoutReading(Suspect suspect) {
        Longer left = new Longer(schedule.durations());
        ToDoubleFunction<TaskPace> seconds = TaskPace::seconds;
        left.takeOff(
                TaskPace.ofReadingTasks(schedule),
                pace -> isBehind(suspect, pace.host()),
                pace -> !isBehind(suspect, pace.host()),
                TaskPace::task,
                seconds,
                TaskPace::expected,
                sample -> 1);
        return left.left();
    }

    private boolean isBehind(Suspect suspect, String host) {
        String place = suspect.kind() == Kind.LINK
                ? host
                : zones.map(all -> all.zone(host)).orElse("");
        return place.equals(suspect.place());
    }

    /**
     * Map output that a stage reads, in bytes.
     *
     * @param inside what was written behind the link
     */
    private record Written(MapOutput.ByExecutor byExecutor, double inside, double all) {
        static Written of(MapOutput.ByExecutor byExecutor, boolean[] isInside) {
            double inside = 0;
            double all = 0;
            for (int i = 0; i < byExecutor.count(); i++) {
                inside += isInside[byExecutor.executor(i)] ? byExecutor.bytes(i) : 0;
                all += byExecutor.bytes(i);
            }
            return new Written(byExecutor, inside, all);
        }
    }

    /** Of each task that fetches from other executors, the share that crosses a place's link; not of those where the log does not say who had written. */
    private Map<Integer, Double> crossing(Suspect suspect) {
        MapOutput output = new MapOutput(schedule.application());
        List<ExecutorLog> executors = schedule.application().executors();
        boolean[] isInside = new boolean[executors.size()];
        for (int i = 0; i < isInside.length; i++) {
            isInside[i] = isBehind(suspect, executors.get(i).host());
        }
        Map<Integer, Written> byStage = new HashMap<>();
        Map<Integer, Double> crossing = new HashMap<>();
        for (int i = 0; i < schedule.size(); i++) {
            Task task = schedule.task(i);
            if (task.volumes().remote() > 0) {
                StageLog stage = schedule.application().stages().get(schedule.stage(i));
                Written written = byStage.computeIfAbsent(
                        schedule.stage(i), unused -> Written.of(output.readBy(stage), isInside));
                double others = written.all - written.byExecutor.of(task.executor());
                if (others > 0) {
                    double beyond = isInside[task.executor()] ? written.all - written.inside : written.inside;
                    crossing.put(i, beyond / others);
                }
            }
        }
        return crossing;
    }
}
