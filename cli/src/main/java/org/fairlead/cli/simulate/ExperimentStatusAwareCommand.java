// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Installation;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.ClusterFile;
import org.fairlead.sim.experiment.StatusAwareExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the experiment of the status-aware paper again. */
@Command(
        name = "status-aware",
        mixinStandardHelpOptions = true,
        description = {
            "Sort jobs on the two clusters of the status-aware paper (Kawarasaki, Watanabe, 2015): its gates on received rate, bytes to"
                    + " receive and busy disks, what else is known to help, and Fairlead; tables 7 to 9.",
            "",
            "  fairlead experiment status-aware",
            "  fairlead experiment status-aware --scale paper --out results/status-aware",
            "  fairlead experiment status-aware --calibrate --seed 1001 --seeds 3 \\",
            "    --out results/constants",
            "",
            "docs/experiments.md explains what is assumed, and how far the figures agree.",
            ""
        })
final class ExperimentStatusAwareCommand implements Callable<Integer> {
    @Mixin
    private ExperimentOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(spec, batch -> new StatusAwareExperiment(cluster("lab"), cluster("ec2"), batch));
    }

    private static Cluster cluster(String name) {
        Path file = Installation.find(ShippedKind.CLUSTER, Path.of(name));
        return ClusterFile.read(file, Installation.all());
    }
}
