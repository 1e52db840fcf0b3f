package org.fairlead.sim.experiment;

import java.util.List;
import java.util.Map;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.SortJobs;

/** One cluster of the status-aware paper with its jobs, contenders and the paper's figures (tables 3 and 7 to 9). */
record StatusAwareSetting(String key, String text, Cluster cluster, Workload workload, List<Contender> contenders) {
    /**
     * @param policies in the language of {@link org.fairlead.sim.jobs.PolicySets}
     * @param paper figures by metric
     */
    record Contender(String name, Kind kind, String meaning, String policies, Map<String, Double> paper) {}

    static StatusAwareSetting lab(Cluster cluster) {
        return new StatusAwareSetting(
                "lab",
                "6 machines of three kinds, 5 sort jobs of 5 GiB",
                cluster,
                SortJobs.workload(SortJobs.Options.LAB),
                List.of(
                        contender("default fair", Kind.BASELINE, "", "stock[order=fair]", 465, 563, 243),
                        contender("receive rate", Kind.PUBLISHED, "", gates("receive"), 461, 584, 295),
                        contender("potential reception", Kind.PUBLISHED, "", gates("potential"), 464, 574, 318),
                        contender("disk rate", Kind.PUBLISHED, "", gates("disk"), 443, 582, 250),
                        contender("all", Kind.PUBLISHED, "", "status-aware[order=fair]", 456, 575, 344)));
    }

    static StatusAwareSetting ec2(Cluster cluster) {
        return new StatusAwareSetting(
                "ec2",
                "19 machines, 16 sort jobs of 5 GiB",
                cluster,
                SortJobs.workload(SortJobs.Options.EC2),
                List.of(
                        contender("default fair", Kind.BASELINE, "", "stock[order=fair]", 538, 616, 440),
                        contender("receive rate", Kind.PUBLISHED, "", gates("receive"), 534, 596, 430),
                        contender("potential reception", Kind.PUBLISHED, "", gates("potential"), 524, 595, 457),
                        contender("disk rate", Kind.PUBLISHED, "", gates("disk"), 507, 600, 369),
                        contender("receive + disk", Kind.PUBLISHED, "", gates("receive+disk"), 506, 575, 380),
                        contender("all", Kind.PUBLISHED, "", "status-aware[order=fair]", 511, 589, 385)));
    }

    private static String gates(String which) {
        return "status-aware:" + which + "[order=fair]";
    }

    private static Contender contender(
            String name, Kind kind, String meaning, String policies, double mean, double longest, double shortest) {
        return new Contender(
                name,
                kind,
                meaning,
                policies,
                Map.of("job_time_s", mean, "longest_job_s", longest, "shortest_job_s", shortest));
    }
}
