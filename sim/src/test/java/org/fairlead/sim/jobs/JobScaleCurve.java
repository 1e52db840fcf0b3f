// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.List;
import java.util.Locale;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.FacebookMix;

/**
 * What a simulation of jobs costs by hosts, at a fixed load: a JSON line a run.
 *
 * <pre>
 *   JobScaleCurve [hours, 1 by default] [policies, stock by default] [hosts ...; 100 300 1000 3000 10000 by default]
 * </pre>
 *
 * Each run: the Facebook-like mix with 25,000 jobs and 4 million tasks a day for 3,000 hosts, and jobs and tasks in proportion for others; racks of 20
 * hosts with 1 Gbit/s, 10 : 1; Hadoop with six map and four reduce slots, four disks. {@code 24 stock 3000} is the whole day. Seconds are of
 * the run alone.
 */
public final class JobScaleCurve {
    private static final double HOST_RATE = 125e6;
    private static final int HOSTS_PER_RACK = 20;
    private static final int MAP_PLACES = 6;
    private static final int REDUCE_SLOTS = 4;
    private static final double DISK_RATE = 55e6;
    private static final long BLOCK = 256L << 20;

    private JobScaleCurve() {}

    public static void main(String[] arguments) {
        double hours = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 1;
        String policies = arguments.length > 1 ? arguments[1] : "stock";
        int[] hosts = {100, 300, 1_000, 3_000, 10_000};
        if (arguments.length > 2) {
            hosts = new int[arguments.length - 2];
            for (int i = 0; i < hosts.length; i++) {
                hosts[i] = Integer.parseInt(arguments[i + 2]);
            }
        }
        for (int size : hosts) {
            measure(size, hours, policies);
        }
    }

    private static Cluster cluster(int hosts) {
        Topology topology = Topologies.tree(
                        new Topology.Builder("scale"), hosts / HOSTS_PER_RACK, HOSTS_PER_RACK, HOST_RATE, 10)
                .build();
        Cluster.Disk disk = new Cluster.Disk(DISK_RATE, 0, 1);
        List<Cluster.Machine> machines = topology.hosts().stream()
                .map(host -> new Cluster.Machine(
                        host.index(), MAP_PLACES, REDUCE_SLOTS, 8, List.of(disk, disk, disk, disk), true, -1))
                .toList();
        return new Cluster(
                "scale",
                topology,
                machines,
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(BLOCK, 3),
                Cluster.Costs.usual(Cluster.Framework.HADOOP),
                List.of());
    }

    private static void measure(int hosts, double hours, String policies) {
        double share = hosts / 3_000.0 * hours / 24;
        FacebookMix.Options day = FacebookMix.Options.DAY;
        Workload workload = FacebookMix.workload(
                new FacebookMix.Options(
                        (int) Math.max(10, Math.round(share * day.jobs())),
                        Math.max(100, Math.round(share * day.tasks())),
                        hours,
                        0,
                        BLOCK,
                        day.mostMaps(),
                        day.mostReduces()),
                1);
        Cluster cluster = cluster(hosts);
        Policies set = PolicySets.named(policies, Cluster.Framework.HADOOP);
        long[] most = new long[1];
        RunObserver memory = (done, of) -> {
            Runtime runtime = Runtime.getRuntime();
            most[0] = Math.max(most[0], runtime.totalMemory() - runtime.freeMemory());
            return true;
        };
        long start = System.nanoTime();
        JobsOutcome outcome =
                JobSimulation.run(cluster, workload, set, 1, new JobSimulation.Options(0, false, false, 0), memory);
        double seconds = (System.nanoTime() - start) / 1e9;
        long tasks = workload.jobs().stream().mapToLong(job -> job.tasks()).sum();
        System.out.printf(
                Locale.ROOT,
                "{\"hosts\": %d, \"hours\": %.2f, \"policies\": \"%s\", \"jobs\": %d, \"tasks\": %d, \"seconds\": %.1f,"
                        + " \"microseconds_per_task\": %.1f, \"megabytes_at_most\": %d, \"mean_job_s\": %.1f, \"end_s\": %.0f}%n",
                hosts,
                hours,
                policies,
                workload.jobs().size(),
                tasks,
                seconds,
                seconds * 1e6 / tasks,
                most[0] >> 20,
                outcome.jobs().stream()
                        .mapToDouble(JobsOutcome.JobResult::seconds)
                        .average()
                        .orElse(0),
                outcome.endSeconds());
    }
}
