// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.fairlead.sim.experiment.flexfetch.FlexFetchExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the experiments of FlexFetch again. */
@Command(
        name = "flexfetch",
        mixinStandardHelpOptions = true,
        description = {
            "Input fetched before its task starts, on the clusters of FlexFetch: its tables II and III and the link of its figure 10, with launches foreseen or"
                    + " known beforehand, under its admission of rates and Fairlead's, beside a cache of hot blocks and a bound.",
            "",
            "  fairlead experiment flexfetch",
            "  fairlead experiment flexfetch --scale paper --out results/flexfetch",
            "",
            "docs/experiments.md explains what is assumed, and how far the figures agree.",
            ""
        })
final class ExperimentFlexFetchCommand implements Callable<Integer> {
    @Mixin
    private ExperimentOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(spec, FlexFetchExperiment::new);
    }
}
