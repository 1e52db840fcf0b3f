// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.hdfs.mode.HdfsModes;
import org.fairlead.protocol.plugin.CanaryComparison;
import org.fairlead.protocol.plugin.Mode;

/** What of a NameNode's decisions is read when its metrics are asked for; {@link DecisionCounters} counts the rest. docs/hdfs.md lists both. */
final class RuntimeMetrics {
    private RuntimeMetrics() {}

    static void register(DecisionRuntime runtime) {
        decisions(runtime);
        transfers(runtime);
        hosts(runtime);
        canary(runtime);
    }

    private static void decisions(DecisionRuntime runtime) {
        Metrics metrics = runtime.metrics();
        metrics.gauge(
                "fairlead_hdfs_mode",
                "1 for the mode in force of each kind of decision, 0 for the others; another one than configured comes from"
                        + " the modes file or the kill switch.",
                List.of("kind", "mode"),
                to -> {
                    HdfsModes inForce = runtime.modes();
                    for (Mode mode : Mode.values()) {
                        to.add(
                                inForce.write() == mode ? 1 : 0,
                                DecisionCounters.label(DecisionCounters.Kind.WRITE),
                                mode.label());
                        to.add(
                                inForce.read() == mode ? 1 : 0,
                                DecisionCounters.label(DecisionCounters.Kind.READ),
                                mode.label());
                    }
                });
        metrics.gauge(
                "fairlead_hdfs_breaker_open",
                "1 while stock decides because too many decisions in a row failed; 1 for long means a defect, which the log"
                        + " names.",
                () -> runtime.pool().breakerOpen() ? 1 : 0);
        metrics.gauge(
                "fairlead_hdfs_decision_threads_active",
                "Decision threads at work, hung ones included; all of fairlead.decision.threads for long means a policy that"
                        + " hangs.",
                () -> runtime.pool().active());
    }

    private static void transfers(DecisionRuntime runtime) {
        Metrics metrics = runtime.metrics();
        metrics.gauge(
                "fairlead_hdfs_transfers",
                "Transfers of blocks that hold a reservation now; near 20000 further ones are not followed.",
                () -> runtime.ledger().inFlight());
        metrics.counter(
                "fairlead_hdfs_transfers_dropped_total",
                "Transfers that were not followed since too many were under way; growth means that links look freer than they"
                        + " are.",
                () -> runtime.ledger().dropped());
        metrics.counter(
                "fairlead_hdfs_transfers_given_up_total",
                "Transfers whose end was not seen for ten minutes; growth means files that stay open, whose links look busier"
                        + " than they are.",
                () -> runtime.ledger().givenUp());
    }

    private static void hosts(DecisionRuntime runtime) {
        Metrics metrics = runtime.metrics();
        metrics.gauge(
                "fairlead_hdfs_datanodes_unmatched",
                "Registered DataNodes that the topology does not know; above 0 stock decides where they take part, until the"
                        + " topology has them.",
                List.of(),
                to -> runtime.state().ifPresent(state -> to.add(state.table().unmatched())));
        metrics.gauge(
                "fairlead_hdfs_hosts_suspected",
                "Hosts that this NameNode's decisions do without since they have fallen silent; above 0 these hosts need a look.",
                List.of(),
                to -> runtime.state()
                        .ifPresent(state -> to.add(
                                runtime.health().suspects(state.topology()).suspected())));
    }

    private static void canary(DecisionRuntime runtime) {
        Metrics metrics = runtime.metrics();
        metrics.gauge(
                "fairlead_hdfs_canary_blocks",
                "Blocks that the canary has compared, by who placed them; below 30 on either side the gain has no interval.",
                List.of("side"),
                to -> {
                    CanaryComparison.Result result = runtime.canary().result();
                    to.add((double) result.samplesOurs(), "ours");
                    to.add((double) result.samplesStock(), "stock");
                });
        metrics.gauge(
                "fairlead_hdfs_canary_block_seconds",
                "Mean seconds that a compared block took to write, by who placed it; more for ours than for stock means a loss.",
                List.of("side"),
                to -> {
                    CanaryComparison.Result result = runtime.canary().result();
                    to.add(result.meanOurs(), "ours");
                    to.add(result.meanStock(), "stock");
                });
        gain(
                runtime,
                "fairlead_hdfs_canary_gain",
                "Share of stock's seconds for a block that ours save, by the canary; below 0 ours are slower.",
                CanaryComparison.Result::gain);
        gain(
                runtime,
                "fairlead_hdfs_canary_gain_low",
                "Low end of the 95 % interval of the canary's gain, NaN until there is one; above 0 the gain is not by chance.",
                CanaryComparison.Result::low);
        gain(
                runtime,
                "fairlead_hdfs_canary_gain_high",
                "High end of the 95 % interval of the canary's gain, NaN until there is one; below 0 the loss is not by chance.",
                CanaryComparison.Result::high);
    }

    private static void gain(
            DecisionRuntime runtime, String name, String help, ToDoubleFunction<CanaryComparison.Result> value) {
        runtime.metrics()
                .gauge(name, help, () -> value.applyAsDouble(runtime.canary().result()));
    }
}
