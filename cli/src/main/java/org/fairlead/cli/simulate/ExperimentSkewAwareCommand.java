// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.fairlead.sim.experiment.skewaware.SkewAwareExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the experiment of the skew-aware paper again. */
@Command(
        name = "skew-aware",
        mixinStandardHelpOptions = true,
        description = {
            "Skewed shuffles of 128 hosts under a memory cap (the skew-aware paper's appendix): overflow in the memory of others, in a slow or a fast shared"
                    + " store, and where Fairlead has it; over a fast interconnect and over sockets.",
            "",
            "  fairlead experiment skew-aware",
            "  fairlead experiment skew-aware --scale paper --seeds 1 \\",
            "    --out results/skew-aware",
            "  fairlead experiment skew-aware --calibrate --seed 1001 --seeds 1 \\",
            "    --out results/constants",
            "",
            "docs/experiments.md explains what is assumed, and how far the figures agree.",
            ""
        })
final class ExperimentSkewAwareCommand implements Callable<Integer> {
    @Mixin
    private ExperimentOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(spec, SkewAwareExperiment::new);
    }
}
