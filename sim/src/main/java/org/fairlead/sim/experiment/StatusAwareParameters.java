// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.experiment.ExperimentResult.Parameter;

/** What the status-aware paper does not say, as it was frozen, and what a reader has to know. */
final class StatusAwareParameters {
    static final List<String> NOTES = List.of(
            "Every column but the guarded ones speculates as stock Hadoop does: it is what the paper ran.",
            "Table 9's reduce time (318 s) cannot be met on EC2: 320 reduces of 318 s in 76 slots take 1340 s, but the longest job"
                    + " of table 8 takes 616 s. Job and map times were looked at instead. For the same reason the shortest job is shorter here: the"
                    + " first jobs' reduces hold all slots.",
            "Table 8's figures and differences of receive rate (534, -14 s) and potential reception (524, -4 s) contradict each other.",
            "The bound is far away because it knows neither slots, nor waves, nor streams that disturb each other.");

    private StatusAwareParameters() {}

    static List<Parameter> of(List<StatusAwareSetting> settings) {
        List<Parameter> all = new ArrayList<>();
        for (StatusAwareSetting setting : settings) {
            all.addAll(Parameter.of(setting.key(), setting.constants()));
            Cluster.Costs costs = setting.file().costs();
            all.add(new Parameter(
                    setting.key(), "spills", text(costs.spillShare()), "set to 0: no figure asks for them"));
            all.add(new Parameter(
                    setting.key(),
                    "heartbeat",
                    text(costs.heartbeatSeconds()) + " s",
                    "Hadoop 1.1, HEARTBEAT_INTERVAL_MIN_DEFAULT"));
            all.add(new Parameter(setting.key(), "input", "a file for each job", "table 3 says files"));
        }
        return all;
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }
}
