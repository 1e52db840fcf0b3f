// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.task.AssignerOptions.Gates;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.SortJobs;

/**
 * One cluster of the status-aware paper with its jobs (table 3) and the thresholds of its gates (table 6).
 *
 * @param file the cluster as its file has it
 * @param constants what the paper does not say
 */
record StatusAwareSetting(
        String key, String text, Cluster file, SortJobs.Options jobs, Gates gates, Constants constants) {
    static final String BASELINE = "default fair";
    static final String DISK_GATE = "disk rate";
    static final String DOUBLED_SLOTS = "doubled reduce slots";
    /** The paper's section 4.3. */
    static final double DOUBLED_SLOTS_OVER_DEFAULT = 0.8;
    /** A change of 5 % matters as much as a time that is 15 % off. */
    private static final double WEIGHT_OF_CHANGES = 9;

    /**
     * @param policies in the language of {@link org.fairlead.sim.jobs.policy.PolicySets}
     * @param paper figures by metric
     */
    record Contender(String name, Kind kind, String meaning, String policies, Map<String, Double> paper) {}

    static StatusAwareSetting lab(Cluster cluster) {
        return new StatusAwareSetting(
                "lab",
                "6 machines of three kinds, 5 sort jobs of 5 GiB, a job each 5 s",
                cluster,
                SortJobs.Options.LAB,
                Gates.LAB,
                frozen("lab"));
    }

    static StatusAwareSetting ec2(Cluster cluster, int jobs) {
        SortJobs.Options all = SortJobs.Options.EC2;
        SortJobs.Options some = new SortJobs.Options(
                jobs,
                all.maps(),
                all.reduces(),
                all.bytes(),
                all.gapSeconds(),
                all.ownFiles(),
                all.mapSecondsPerByte(),
                all.reduceSecondsPerByte());
        return new StatusAwareSetting(
                "ec2",
                "19 machines, " + jobs + " sort jobs of 5 GiB, a job each 5 s",
                cluster,
                some,
                Gates.EC2,
                frozen("ec2"));
    }

    static Constants frozen(String key) {
        return Constants.from(Constants.resource(StatusAwareSetting.class, "status-aware.yaml")
                .allow("lab", "ec2")
                .required(key));
    }

    StatusAwareSetting with(Constants others) {
        return new StatusAwareSetting(key, text, file, jobs, gates, others);
    }

    /** With disks as the constants have them. */
    Cluster cluster() {
        Cluster.Disk disk = new Cluster.Disk(
                constants.value("disk-rate") * 1e6, constants.value("seek-share"), constants.value("least-share"));
        return new Cluster(
                file.name(),
                file.topology(),
                file.machines().stream()
                        .map(machine -> new Cluster.Machine(
                                machine.host(),
                                machine.mapSlots(),
                                machine.reduceSlots(),
                                machine.processors(),
                                machine.disks().stream().map(each -> disk).toList(),
                                machine.stores(),
                                machine.processorPool()))
                        .toList(),
                file.framework(),
                file.fileSystem(),
                file.costs(),
                file.background());
    }

    Workload workload() {
        return SortJobs.workload(new SortJobs.Options(
                jobs.jobs(),
                jobs.maps(),
                jobs.reduces(),
                jobs.bytes(),
                jobs.gapSeconds(),
                true,
                constants.value("map-seconds-per-gb") / 1e9,
                constants.value("reduce-seconds-per-gb") / 1e9));
    }

    /** The rows of the table, the baseline first; the paper's figures stand beside its own number of jobs only. */
    List<Contender> contenders() {
        boolean lab = key.equals("lab");
        boolean asPublished = lab || jobs.jobs() == SortJobs.Options.EC2.jobs();
        List<Contender> all = new ArrayList<>();
        if (lab) {
            published(all, BASELINE, "stock[order=fair]", 465, 563, 243, 42.42, 159.54);
            published(all, "receive rate", gates("receive"), 461, 584, 295);
            published(all, "potential reception", gates("potential"), 464, 574, 318);
            published(all, DISK_GATE, gates("disk"), 443, 582, 250);
            published(all, "all gates", "status-aware[order=fair]", 456, 575, 344);
        } else {
            published(all, BASELINE, "stock[order=fair]", 538, 616, 440, 33.27, 318.49);
            published(all, "receive rate", gates("receive"), 534, 596, 430, 32.06, 301.99);
            published(all, "potential reception", gates("potential"), 524, 595, 457, 32.55, 316.26);
            published(all, DISK_GATE, gates("disk"), 507, 600, 369, 29.54, 297.84);
            published(all, "receive + disk", gates("receive+disk"), 506, 575, 380, 30.70, 299.61);
            published(all, "all gates", "status-aware[order=fair]", 511, 589, 385, 30.13, 294.26);
        }
        double doubled = all.get(0).paper().get("job_time_s") * DOUBLED_SLOTS_OVER_DEFAULT;
        all.add(new Contender(
                DOUBLED_SLOTS,
                Kind.KNOWN,
                "the paper's section 4.3, -20 %",
                "stock[order=fair;reduce-slots=2]",
                Map.of("job_time_s", doubled)));
        others(all);
        return asPublished
                ? all
                : all.stream()
                        .map(each -> new Contender(each.name(), each.kind(), each.meaning(), each.policies(), Map.of()))
                        .toList();
    }

    Contender contender(String name) {
        return contenders().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** What constants are fitted to: times of Hadoop's scheduler, and how much of the job time the paper's best gate and its advice take. */
    List<FitTarget> aims() {
        List<FitTarget> aims = new ArrayList<>();
        Map<String, Double> times = contender(BASELINE).paper();
        for (String metric : List.of("job_time_s", "map_time_s", "longest_job_s")) {
            aims.add(new FitTarget(BASELINE, metric, false, times.get(metric), 1));
        }
        double job = times.get("job_time_s");
        for (String published : List.of(DISK_GATE, DOUBLED_SLOTS)) {
            double own = contender(published).paper().get("job_time_s");
            aims.add(new FitTarget(published, "job_time_s", true, own / job, WEIGHT_OF_CHANGES));
        }
        return aims;
    }

    private static void others(List<Contender> all) {
        add(all, Kind.KNOWN, "copy-compute splitting", "Zaharia 2009", "stock[order=fair;splitting=on]");
        add(all, Kind.KNOWN, "guarded speculation", "stock else", "stock[order=fair;speculation=guarded]");
        add(all, Kind.KNOWN, "first come first served", "stock, not fair", "stock[order=fifo]");
        add(all, Kind.KNOWN, "splitting, doubled slots", "both", "stock[order=fair;splitting=on;reduce-slots=2]");
        add(all, Kind.OURS, "fairlead", "fair", "fairlead[order=fair]");
        add(all, Kind.OURS, "fairlead, first come", "not fair", "fairlead[order=fifo]");
        add(all, Kind.ABLATION, "fairlead, no copies", "never speculates", "fairlead[order=fair;speculation=none]");
        add(all, Kind.ABLATION, "fairlead, no splitting", "", "fairlead[order=fair;splitting=off]");
        add(all, Kind.ABLATION, "fairlead, doubled slots", "", "fairlead[order=fair;reduce-slots=2]");
    }

    private static String gates(String which) {
        return "status-aware:" + which + "[order=fair]";
    }

    private static void add(List<Contender> to, Kind kind, String name, String meaning, String policies) {
        to.add(new Contender(name, kind, meaning, policies, Map.of()));
    }

    /** @param figures mean, longest and shortest job, and where the paper has them maps and reduces */
    private static void published(List<Contender> to, String name, String policies, double... figures) {
        Map<String, Double> paper = new HashMap<>();
        for (int i = 0; i < figures.length; i++) {
            paper.put(StatusAwareExperiment.METRICS.get(i).key(), figures[i]);
        }
        Kind kind = to.isEmpty() ? Kind.BASELINE : Kind.PUBLISHED;
        to.add(new Contender(name, kind, to.isEmpty() ? "Hadoop's scheduler" : "as published", policies, paper));
    }
}
