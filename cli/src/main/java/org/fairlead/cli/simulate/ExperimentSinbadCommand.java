// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.fairlead.sim.experiment.sinbad.SinbadExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the experiments of Sinbad again. */
@Command(
        name = "sinbad",
        mixinStandardHelpOptions = true,
        description = {
            "Writers of blocks on the clusters of Sinbad (SIGCOMM 2013): placement at random, its least-loaded link, Fairlead's, and what"
                    + " knowing the present loads and an empty network would give.",
            "",
            "  fairlead experiment sinbad",
            "  fairlead experiment sinbad --scale paper --out results/sinbad",
            "  fairlead experiment sinbad --calibrate --seed 1001 --seeds 3 \\",
            "    --out results/constants",
            "",
            "docs/experiments.md explains what is assumed, and how far the figures agree.",
            ""
        })
final class ExperimentSinbadCommand implements Callable<Integer> {
    @Mixin
    private ExperimentOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(spec, SinbadExperiment::new);
    }
}
