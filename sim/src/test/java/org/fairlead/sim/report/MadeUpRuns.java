// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.task.Locality;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.JobsOutcome.Attempted;
import org.fairlead.sim.jobs.outcome.JobsOutcome.BlockWritten;
import org.fairlead.sim.jobs.outcome.JobsOutcome.JobResult;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;

/** Runs that no simulator made, to see what reports make of them: jobs of maps and reduces on a tree of racks. */
final class MadeUpRuns {
    private static final int MAP_PLACES = 2;
    private static final int REDUCE_SLOTS = 1;

    private final int hosts;
    private final int jobs;
    private final int tasksOfJob;

    MadeUpRuns(int hosts, int jobs, int tasksOfJob) {
        this.hosts = hosts;
        this.jobs = jobs;
        this.tasksOfJob = tasksOfJob;
    }

    Cluster cluster() {
        Topology.Builder builder = new Topology.Builder("made-up").switchNode("core");
        int racks = Math.max(1, hosts / 8);
        IntStream.range(0, racks).forEach(rack -> {
            builder.switchNode("e" + rack).cable("e" + rack, "core", 125e6);
        });
        IntStream.range(0, hosts).forEach(host -> builder.host("h" + host, "rack" + host % racks)
                .cable("h" + host, "e" + host % racks, 125e6));
        Topology topology = builder.build();
        List<Cluster.Machine> machines = topology.hosts().stream()
                .map(host -> new Cluster.Machine(
                        host.index(),
                        MAP_PLACES,
                        REDUCE_SLOTS,
                        4,
                        List.of(new Cluster.Disk(100e6, 0.1, 0.3)),
                        true,
                        -1))
                .toList();
        return new Cluster(
                "made-up",
                topology,
                machines,
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(64 << 20, 3),
                new Cluster.Costs(3, 1, 0.05, 1, 1, 0.1, 0.1, 1, 0.01, 0.01, 0.01, 0, 0, 1.05, 0),
                List.of());
    }

    private int tasks(int job) {
        return job % 7 == 3 ? Math.max(1, tasksOfJob / 8) : job % 11 == 5 ? tasksOfJob * 5 : tasksOfJob;
    }

    private double submit(int job) {
        return 4.0 * job;
    }

    Workload workload() {
        Stage.Input input = new Stage.Input.Blocks(64 << 20);
        return new Workload(
                "Sorts </script><b>\"quoted\"</b>",
                List.of(),
                IntStream.range(0, jobs)
                        .mapToObj(job -> new Job(
                                "sort" + job,
                                "sort",
                                "default",
                                submit(job),
                                List.of(new Stage(
                                        tasks(job),
                                        input,
                                        0,
                                        1,
                                        new Stage.Output.None(),
                                        List.of(),
                                        List.of(),
                                        List.of()))))
                        .toList());
    }

    static List<Policies> policies(String... names) {
        return PolicySets.all(String.join(",", names), Cluster.Framework.HADOOP);
    }

    /** @param speed of tasks, against 1 */
    JobsOutcome outcome(String policies, long seed, double speed, boolean keep) {
        double[][] free = new double[hosts][MAP_PLACES + REDUCE_SLOTS];
        List<Attempted> attempts = new ArrayList<>();
        List<JobResult> results = new ArrayList<>();
        List<BlockWritten> blocks = new ArrayList<>();
        double end = 0;
        for (int job = 0; job < jobs; job++) {
            List<Attempted> own = attempts(job, seed, speed, free);
            attempts.addAll(own);
            double finish =
                    own.stream().mapToDouble(Attempted::finishSeconds).max().orElse(0);
            end = Math.max(end, finish);
            results.add(new JobResult(
                    "sort" + job,
                    "sort",
                    "default",
                    tasks(job),
                    submit(job),
                    finish,
                    mean(own, true),
                    mean(own, false)));
            blocks.add(new BlockWritten(job, finish - 1, finish - 1, finish - 1 + chance(seed, job, 9), 64 << 20));
        }
        return new JobsOutcome(
                policies,
                seed,
                results,
                keep ? attempts : List.of(),
                blocks,
                keep ? loads(seed, end) : new JobsOutcome.LinkLoads(0, List.of()),
                new JobsOutcome.Counts(
                        List.of(500L, 20L + seed, 0L, Math.round(7 * speed), 0L, 3L, 0L, 0L),
                        List.of(60L, 30L, 10L),
                        60e9,
                        30e9,
                        10e9,
                        6,
                        2,
                        1),
                IntStream.range(0, hosts).mapToObj(host -> 90L + host % 3).toList(),
                end,
                true);
    }

    private static double mean(List<Attempted> attempts, boolean reads) {
        return attempts.stream()
                .filter(each -> each.reads() == reads && !each.killed())
                .mapToDouble(each -> each.finishSeconds() - each.launchSeconds())
                .average()
                .orElse(Double.NaN);
    }

    private static double chance(long... parts) {
        long mixed = Draw.mixed(Arrays.hashCode(parts));
        return 0.5 + (mixed >>> 11) * 0x1p-53;
    }

    private record Place(int host, int place, double free) {}

    private List<Attempted> attempts(int job, long seed, double speed, double[][] free) {
        List<Attempted> attempts = new ArrayList<>();
        int reduces = tasks(job) / 5;
        for (int task = 0; task < tasks(job); task++) {
            boolean reads = task >= reduces;
            List<Place> places = new ArrayList<>();
            for (int host = 0; host < hosts; host++) {
                for (int place = 0; place < (reads ? MAP_PLACES : REDUCE_SLOTS); place++) {
                    places.add(new Place(host, place, free[host][place + (reads ? 0 : MAP_PLACES)]));
                }
            }
            Place place =
                    places.stream().min(Comparator.comparingDouble(Place::free)).orElseThrow();
            double launch = Math.max(submit(job) + 1, place.free()) + 0.2 * chance(seed, job, task, 1);
            double seconds = (reads ? 3 : 12) * chance(seed, job, task) / speed;
            boolean killed = task % 17 == 4;
            attempts.add(new Attempted(
                    job,
                    reads ? 0 : 1,
                    task,
                    place.host(),
                    place.place(),
                    reads,
                    List.of(Locality.HOST, Locality.RACK, Locality.ANY).get(task % 3),
                    launch,
                    killed ? Double.NaN : launch + seconds * 0.6,
                    launch + seconds,
                    task % 13 == 2,
                    killed));
            free[place.host()][place.place() + (reads ? 0 : MAP_PLACES)] = launch + seconds + 0.1;
        }
        return attempts;
    }

    private JobsOutcome.LinkLoads loads(long seed, double end) {
        int links = cluster().topology().links().size();
        List<float[]> shares = new ArrayList<>();
        for (int second = 0; second < end; second++) {
            float[] load = new float[links];
            for (int link = 0; link < links; link++) {
                double base = link * 1.4 / links * Math.sin(second / (8.0 + link % 5)) + 0.4;
                load[link] = (float) Math.max(0, Math.min(1, base * chance(seed, link, second)));
            }
            shares.add(load);
        }
        return new JobsOutcome.LinkLoads(1, shares);
    }

    JobsSetting setting(int seeds) {
        return new JobsSetting(cluster(), workload(), JobSimulation.Options.EXACT, 1, seeds);
    }

    /** A run of each seed for each contender; each contender is faster than the one before it by a tenth. */
    JobsReport report(int seeds, String... names) {
        Cluster cluster = cluster();
        List<JobsRun> runs = new ArrayList<>();
        for (int contender = 0; contender < names.length; contender++) {
            for (long seed = 1; seed <= seeds; seed++) {
                double noise = 0.97 + 0.06 * (chance(seed, contender) - 0.5);
                runs.add(JobsRun.of(
                        cluster, outcome(names[contender], seed, Math.pow(1.1, contender) * noise, seed == 1)));
            }
        }
        return new JobsReport(setting(seeds), policies(names), names[0], runs);
    }
}
