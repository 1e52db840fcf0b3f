// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.fairlead.sim.experiment.cormorant.CormorantExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
            "  fairlead experiment cormorant --calibrate --seed 1001 --seeds 2 \\",
            "    --out results/constants",
            "",
            "docs/experiments.md explains what is assumed, and how far the figures agree.",
            ""
        })
final class ExperimentCormorantCommand implements Callable<Integer> {
    @Mixin
    private ExperimentOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(spec, CormorantExperiment::new);
    }
}
