// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.spark.status.SeenTaker;

/** Keeps what executors have seen: from whom tasks have read, by stage and in all, and which hosts have used up what their network device is allowed. */
public final class SourceRecords implements SeenTaker {
    /** Pairs of a host's device and a counter. */
    private static final int MOST_ALLOWANCES = 1000;

    private final Stages stages;
    private final Consumer<DecisionLine> file;
    private final Map<String, Kind> kinds =
            Map.of(SourceReads.HDFS, new Kind(), SourceReads.SHUFFLE, new Kind(), "other", new Kind());
    private final LongAdder tasks = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder avoidedBlocks = new LongAdder();
    private final LongAdder avoidingFiles = new LongAdder();
    private final Map<Counter, NicAllowance> allowances = new ConcurrentHashMap<>();

    private record Counter(String host, String device, String name) {}

    /** Sums over all sources of a kind. */
    private static final class Kind {
        private final LongAdder bytes = new LongAdder();
        private final DoubleAdder seconds = new DoubleAdder();
    }

    /** Finds what is kept of a stage. */
    interface Stages {
        /** Empty when it is not, or no longer, known. */
        Optional<StageSources> of(int stage, int attempt);
    }

    /** @param file to which all is to be written */
    SourceRecords(Stages stages, Consumer<DecisionLine> file) {
        this.stages = stages;
        this.file = file;
    }

    @Override
    public void read(TaskReads reads) {
        tasks.increment();
        for (SourceReads each : reads.sources()) {
            Kind kind = kinds.getOrDefault(each.kind(), kinds.get("other"));
            kind.seconds.add(each.waited());
            if (!each.kind().equals(SourceReads.SHUFFLE)) {
                kind.bytes.add(each.bytes());
            }
        }
        kinds.get(SourceReads.SHUFFLE).bytes.add(reads.shuffleBytes());
        TaskReads divided = stages.of(reads.stage(), reads.attempt())
                .map(stage -> stage.add(reads))
                .orElse(reads);
        file.accept(DecisionLine.of(divided));
    }

    @Override
    public void missed(long tasksOfThem, long failuresOfThem) {
        lost.add(tasksOfThem);
        failures.add(failuresOfThem);
    }

    @Override
    public void avoided(long blocks, long files) {
        avoidedBlocks.add(blocks);
        avoidingFiles.add(files);
    }

    @Override
    public void exceeded(NicAllowance allowance) {
        Counter counter = new Counter(allowance.host(), allowance.device(), allowance.counter());
        if (allowances.size() < MOST_ALLOWANCES || allowances.containsKey(counter)) {
            // Executors of one host have begun to count at different times: the first knows most.
            allowances.merge(counter, allowance, (before, now) -> now.packets() > before.packets() ? now : before);
            file.accept(DecisionLine.of(allowance));
        }
    }

    /** The newest figure of each counter that was exceeded, the largest first. */
    List<NicAllowance> allowances() {
        return allowances.values().stream()
                .sorted(Comparator.comparingLong(NicAllowance::packets)
                        .reversed()
                        .thenComparing(NicAllowance::host)
                        .thenComparing(NicAllowance::counter))
                .toList();
    }

    /** Registers all with Spark's metrics. */
    public void register(MetricRegistry registry) {
        kinds.forEach((kind, sums) -> {
            Gauge<Long> bytes = sums.bytes::sum;
            registry.register("reads." + kind + ".bytes", bytes);
            Gauge<Double> seconds = sums.seconds::sum;
            registry.register("reads." + kind + ".waited_seconds", seconds);
        });
        Gauge<Long> seen = tasks::sum;
        registry.register("reads.tasks", seen);
        Gauge<Long> unseen = lost::sum;
        registry.register("reads.lost", unseen);
        Gauge<Long> failed = failures::sum;
        registry.register("reads.failures", failed);
        Gauge<Long> left = avoidedBlocks::sum;
        registry.register("reads.avoided", left);
        Gauge<Long> written = avoidingFiles::sum;
        registry.register("writes.avoiding", written);
        Gauge<Long> packets = () ->
                allowances.values().stream().mapToLong(NicAllowance::packets).sum();
        registry.register("nic.allowance_exceeded", packets);
    }
}
