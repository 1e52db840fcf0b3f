// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.fairlead.sim.experiment.cormorant.CormorantExperiment;
import org.fairlead.sim.experiment.cormorant.CormorantSetting;
import org.fairlead.sim.jobs.policy.PolicySets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the experiment of Cormorant again. */
@Command(
        name = "cormorant",
        mixinStandardHelpOptions = true,
        description = {
            "TPC-H queries on the cluster of Cormorant (section IV) beside background flows that keep to one path each: its tasks, its paths and"
                    + " both together, Fairlead's, hosts that leave congested paths by themselves, and what knowing the present would give.",
            "",
            "  fairlead experiment cormorant",
            "  fairlead experiment cormorant --scale paper --out results/cormorant",
            "  fairlead experiment cormorant --network three-tiers-200 \\",
            "    --contenders clairvoyant-tasks,clairvoyant-network",
            "  fairlead experiment cormorant --calibrate --seed 1001 --seeds 2 \\",
            "    --out results/constants",
            "",
            "docs/experiments.md explains what is assumed, and how far the figures agree.",
            ""
        })
final class ExperimentCormorantCommand implements Callable<Integer> {
    @Mixin
    private ExperimentOptions options;

    @Option(
            names = "--network",
            paramLabel = "NAME",
            defaultValue = "section-iv",
            description = "the paper's (${DEFAULT-VALUE}) or another, with queries of many users: two-roots, fat-tree,"
                    + " three-tiers-200, four-tiers-200, three-tiers-1000, four-tiers-1000")
    private String network;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            converter = WholeNumber.class,
            description = "of each block; default 1, as in the paper")
    private Long replicas;

    @Option(
            names = "--contenders",
            paramLabel = "A,B,...",
            description =
                    "instead of figure 6's and ours: any of these, or policies as in 'simulate jobs'; the default and the network without"
                            + " traffic are always there")
    private String contenders;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (replicas != null && (replicas < 1 || replicas > Integer.MAX_VALUE)) {
            throw new IllegalArgumentException("--replicas must be at least 1, not " + replicas);
        }
        CormorantSetting setting = CormorantSetting.of(
                network,
                replicas == null ? 1 : replicas.intValue(),
                contenders == null ? List.of() : PolicySets.separated(contenders));
        return options.run(spec, batch -> new CormorantExperiment(batch, setting));
    }
}
