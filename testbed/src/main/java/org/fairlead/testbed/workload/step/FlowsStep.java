// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.core.flow.pattern.TrafficPattern;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.StartTimes;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.flow.FlowGroup;
import org.fairlead.testbed.workload.flow.HostFlow;

/**
 * TCP flows between all hosts with a DataNode, by traffic patterns, one pattern after the other.
 *
 * @param patterns by name
 * @param duration of each flow; zero: until its bytes have gone
 * @param bytes of each flow; 0: as many as go in its time
 * @param failures of links during each pattern
 */
public record FlowsStep(
        List<String> patterns, Duration duration, long bytes, StartTimes start, List<FailureTimes> failures)
        implements WorkloadStep {
    private static final String ALL = "all";
    private static final Duration LONGEST = Duration.ofMinutes(10);

    public FlowsStep {
        patterns = List.copyOf(patterns);
        failures = List.copyOf(failures);
    }

    static FlowsStep from(YamlNode body) {
        body.allow("patterns", "duration", "bytes", "start", "failures");
        if (body.has("duration") == body.has("bytes")) {
            throw body.invalid("one of duration and bytes is expected");
        }
        return new FlowsStep(
                patterns(body.required("patterns")),
                body.optional("duration").map(FlowsStep::duration).orElse(Duration.ZERO),
                body.optional("bytes").map(FlowsStep::bytes).orElse(0L),
                StepKeys.start(body),
                body.optional("failures")
                        .map(list ->
                                list.sequence().stream().map(FailureTimes::from).toList())
                        .orElse(List.of()));
    }

    private static List<String> patterns(YamlNode list) {
        if (!list.isSequence() && list.text().equals(ALL)) {
            return TrafficPattern.EVALUATED;
        }
        List<YamlNode> items = list.isSequence() ? list.sequence() : List.of(list);
        if (items.isEmpty()) {
            throw list.invalid("no pattern; accepted: all, " + String.join(", ", TrafficPattern.EVALUATED));
        }
        return items.stream().map(item -> item.as(TrafficPattern::named).name()).toList();
    }

    private static Duration duration(YamlNode node) {
        Duration duration = node.as(Quantities::duration);
        if (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(LONGEST) > 0) {
            throw node.invalid("'" + node.text() + "' is not from 1s to 10min");
        }
        return duration;
    }

    private static long bytes(YamlNode node) {
        long bytes = node.as(Quantities::bytes);
        if (bytes < 1024 || bytes > 1L << 36) {
            throw node.invalid("'" + node.text() + "' is not between 1 KiB and 64 GiB");
        }
        return bytes;
    }

    /**
     * The same with other patterns.
     *
     * @throws IllegalArgumentException if a name is none of a pattern
     */
    public FlowsStep withPatterns(List<String> others) {
        List<String> all = others.equals(List.of(ALL)) ? TrafficPattern.EVALUATED : others;
        return new FlowsStep(
                all.stream().map(other -> TrafficPattern.named(other).name()).toList(),
                duration,
                bytes,
                start,
                failures);
    }

    @Override
    public StepKind kind() {
        return StepKind.FLOWS;
    }

    @Override
    public void follow(Set<String> files, YamlNode node) {
        for (String pattern : patterns) {
            if (!files.add(kind().key() + " " + pattern)) {
                throw node.invalid("a second time pattern '" + pattern + "'; once is accepted");
            }
        }
    }

    @Override
    public void fits(Topology topology) {
        FailureTimes.drawn(failures, topology, new Random(0));
    }

    @Override
    public StepNeeds needs() {
        return new StepNeeds(false, Set.of(), new HostChoice.All(), Optional.empty(), 0, 0);
    }

    @Override
    public void run(StepRun run, Random random) {
        long seed = random.nextLong();
        for (String pattern : patterns) {
            // The same whichever others run.
            Random ofPattern = new Random(seed + pattern.hashCode());
            List<HostFlow> flows = flows(run.topology(), run.dataNodes(), pattern, ofPattern);
            run.flows(new FlowGroup(pattern, flows, FailureTimes.drawn(failures, run.topology(), ofPattern)));
        }
    }

    List<HostFlow> flows(Topology topology, List<String> dataNodes, String pattern, Random random) {
        List<Host> hosts = dataNodes.stream().map(topology::host).toList();
        List<HostFlow> flows = new ArrayList<>();
        for (TrafficPattern.Pair pair : TrafficPattern.named(pattern).draw(topology, hosts, random)) {
            double delay = start.seconds(flows.size(), random);
            flows.add(new HostFlow(pair.from().name(), pair.to().name(), delay, duration.toNanos() / 1e9, bytes));
        }
        return flows;
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of();
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.unknown(kind());
    }
}
