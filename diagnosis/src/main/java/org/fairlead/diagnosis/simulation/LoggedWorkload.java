// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.diagnosis.log.JobLog;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;

/**
 * An application as one job of the simulator.
 *
 * <p><b>Goals.</b> Under stock, tasks take as long as they did. What the simulator moves over links is what the log says was moved, as far as it says from where.
 *
 * <p><b>Constraints.</b> A stage begins as long after the one that it followed as it did, and not before its parents have ended, as in {@link org.fairlead.diagnosis.replay.Replay}. Input lies on the application's own hosts
 * only if most tasks that read ran beside it; else it comes from elsewhere, and reading takes what it took, wherever a task runs.
 *
 * <p><b>Algorithm.</b> Before each stage stands one without slots, which waits as long as the driver did. A task computes for all of its time that its transfers do not take in the simulator: what is not explained is kept as
 * a residual. It is found by running under stock and taking away by how much tasks take longer than logged: each by its own amount where they fetch, all of a stage by the mean where they read blocks, whose places are drawn. What a free slot waited for a task counts as that task's time. Tasks with which executors began stand first in
 * their stage, with what their slots had waited for.
 *
 * <p><b>Example.</b> A task took 10 s and fetched 1 GB. Under stock the simulator takes 2 s for that: it computes for 8 s. Under a policy, or beside traffic, with which fetching takes 5 s, it takes 13 s.
 */
final class LoggedWorkload {
    private static final int MOST_STAGES = 5000;
    private static final String NAME = "log";

    private final Schedule schedule;
    private final double[] durations;
    private final boolean inputOnHosts;
    /** Places of stages, in the order in which Spark serves them: the simulator's stage 2k + 1 is the k-th, 2k the wait before it. */
    private final int[] inOrder;

    private final int[] rank;
    private final boolean hasLinks;
    private final StageWork[] works;
    private final Map<Integer, List<Integer>> makers = new HashMap<>();

    /** @throws IllegalArgumentException if there are too many stages to be simulated */
    LoggedWorkload(Schedule schedule) {
        this.schedule = schedule;
        durations = schedule.durations();
        List<StageLog> stages = schedule.application().stages();
        if (stages.size() > MOST_STAGES) {
            throw new IllegalArgumentException(
                    stages.size() + " stages: at most " + MOST_STAGES + " are simulated under policies");
        }
        hasLinks = IntStream.range(0, schedule.size())
                        .mapToObj(schedule::host)
                        .distinct()
                        .count()
                > 1;
        inputOnHosts = StageWork.readsBesideItsInput(schedule.application());
        int[] firstJobs = firstJobs();
        inOrder = IntStream.range(0, stages.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(place -> firstJobs[place])
                        .thenComparingInt(place -> stages.get(place).id())
                        .thenComparingInt(place -> stages.get(place).attempt()))
                .mapToInt(Integer::intValue)
                .toArray();
        rank = new int[inOrder.length];
        for (int k = 0; k < inOrder.length; k++) {
            rank[inOrder[k]] = k;
        }
        List<List<Integer>> numbers = new ArrayList<>();
        stages.forEach(unused -> numbers.add(new ArrayList<>()));
        for (int i = 0; i < schedule.size(); i++) {
            numbers.get(schedule.stage(i)).add(i);
        }
        works = new StageWork[inOrder.length];
        for (int place = 0; place < works.length; place++) {
            works[place] = new StageWork(schedule, numbers.get(place), inputOnHosts);
            makers.computeIfAbsent(made(stages.get(place).id()), unused -> new ArrayList<>())
                    .add(place);
        }
    }

    /** Of each stage, the job that needed it first: whose tasks are launched first where several wait. */
    private int[] firstJobs() {
        Map<Integer, Integer> jobs = new HashMap<>();
        for (JobLog job : schedule.application().jobs()) {
            job.stages().forEach(stage -> jobs.merge(stage, job.id(), Math::min));
        }
        return schedule.application().stages().stream()
                .mapToInt(stage -> jobs.getOrDefault(stage.id(), Integer.MAX_VALUE))
                .toArray();
    }

    boolean inputOnHosts() {
        return inputOnHosts;
    }

    /** What a stage makes, by its id: one that was skipped makes the same as one that ran. */
    private int made(int stage) {
        return schedule.application().dataSets().getOrDefault(stage, -2 - stage);
    }

    /** The place of the stage that one of the simulator's stands for; below 0 for a wait. */
    int place(int simulated) {
        return simulated % 2 == 0 ? -1 : inOrder[simulated / 2];
    }

    /** Whether the tasks of a stage fetch map output over links. */
    boolean fetches(int place) {
        return hasLinks
                && works[place].fetches()
                && parents(place).stream().anyMatch(parent -> works[parent].shuffledBytes() > 0);
    }

    int tasks(int place) {
        return works[place].tasks();
    }

    /** The place of the stage before which one of the simulator's stands. */
    int before(int wait) {
        return inOrder[wait / 2];
    }

    /** @param driver name of a host, for what is done without slots */
    Workload workload(String driver) {
        return workload(driver, durations);
    }

    /**
     * Where attempts take other times than they did.
     *
     * @param driver name of a host, for what is done without slots
     * @param attempts what each attempt of the schedule takes, in milliseconds
     */
    Workload workload(String driver, double[] attempts) {
        List<Workload.StoredFile> files = new ArrayList<>();
        List<Stage> stages = new ArrayList<>();
        for (int place : inOrder) {
            stages.add(wait(place, driver));
            stages.add(stage(place, stages.size() - 1, files, attempts));
        }
        return new Workload(NAME, files, List.of(new Job(NAME, "spark", "default", 0, stages)));
    }

    /** The driver's own time, a user's pause. */
    private Stage wait(int place, String driver) {
        int follows = schedule.follows(place);
        double millis = schedule.submittedMillis(place)
                - (double) (follows < 0 ? schedule.originMillis() : schedule.lastTaskMillis(follows));
        return new Stage(
                1,
                new Input.None(),
                0,
                0,
                new Output.None(),
                follows < 0 ? List.of() : List.of(2 * rank[follows] + 1),
                List.of(driver),
                List.of(Math.max(0, millis) / 1000));
    }

    private Stage stage(int place, int wait, List<Workload.StoredFile> files, double[] attempts) {
        StageWork work = works[place];
        List<Integer> makes = parents(place);
        List<Integer> parents = new ArrayList<>(List.of(wait));
        makes.forEach(parent -> parents.add(2 * rank[parent] + 1));
        boolean shuffles = fetches(place);
        Input input = new Input.None();
        if (shuffles) {
            input = new Input.Shuffle(work.parts());
        } else if (work.storedBytes() > 0) {
            String name = "input-of-" + place;
            files.add(new Workload.StoredFile(name, work.storedBytes(), work.blockBytes(), 0));
            input = new Input.File(name);
        }
        double[] seconds = work.seconds(input instanceof Input.File, attempts);
        double mean = Arrays.stream(seconds).average().orElse(0);
        return new Stage(
                work.tasks(),
                input,
                input instanceof Input.File ? work.secondsPerByte() : 0,
                mean,
                output(work),
                parents.stream().distinct().sorted().toList(),
                List.of(),
                List.of(),
                Optional.empty(),
                factors(seconds, mean));
    }

    /** What each task computes over the mean; empty where that is 0. */
    private static List<Double> factors(double[] seconds, double mean) {
        return mean > 0
                ? Arrays.stream(seconds).map(each -> each / mean).boxed().toList()
                : List.of();
    }

    /** Those that had made what a stage needs before it was submitted. */
    private List<Integer> parents(int place) {
        List<Integer> parents = new ArrayList<>();
        for (int parent : schedule.application().stages().get(place).parents()) {
            for (int maker : makers.getOrDefault(made(parent), List.of())) {
                if (schedule.submittedMillis(maker) < schedule.submittedMillis(place)
                        && schedule.endedMillis(maker) <= schedule.submittedMillis(place)) {
                    parents.add(maker);
                }
            }
        }
        return parents;
    }

    private Output output(StageWork work) {
        if (work.shuffledBytes() > 0) {
            return new Output.Shuffle(work.shuffledBytes());
        }
        return inputOnHosts && work.outputBytes() > 0 ? new Output.Files(work.outputBytes(), 0, 0) : new Output.None();
    }

    /**
     * Takes from tasks' own times by how much they took longer under stock than logged.
     *
     * @return how much that was, either way, as a share of all task time
     */
    double explain(SimulatedTimes times) {
        double off = 0;
        double all = 0;
        for (int place = 0; place < works.length; place++) {
            off += works[place].takeAway(times.taskSeconds(place));
            all += works[place].loggedSeconds();
        }
        return all > 0 ? off / all : 0;
    }
}
