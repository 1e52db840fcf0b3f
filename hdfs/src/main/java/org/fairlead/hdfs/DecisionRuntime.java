// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.hdfs.guard.DecisionPool;
import org.fairlead.hdfs.health.HostHealth;
import org.fairlead.hdfs.mode.HdfsModes;
import org.fairlead.hdfs.transfer.ExpectedSizes;
import org.fairlead.hdfs.transfer.FileProbe;
import org.fairlead.hdfs.transfer.TransferLedger;
import org.fairlead.protocol.plugin.CanaryComparison;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.protocol.time.TimeSource;

/**
 * What the decisions of one NameNode share: its settings, modes, the state of the cluster, decision threads, open transfers,
 * counts. Requests read volatile fields here and take no lock.
 */
public final class DecisionRuntime implements AutoCloseable {
    private static final int DECISIONS_KEPT = 4096;
    private static final int STOCK_SAMPLES_PER_SECOND = 10;
    private static final int DRAINED_AT_ONCE = 500;

    private final HdfsPluginSettings settings;
    private final TimeSource time;
    private final ModeSwitch<HdfsModes> modes;
    private final DecisionPool pool;
    private final ExpectedSizes sizes = new ExpectedSizes();
    private final CanaryComparison canary = new CanaryComparison();
    private final TransferLedger ledger;
    private final Metrics metrics = new Metrics();
    private final DecisionCounters figures;
    private final HostHealth health;
    private final AtomicLong sequence;
    private final ArrayBlockingQueue<Decision> decisions = new ArrayBlockingQueue<>(DECISIONS_KEPT);
    private final long blockBytes;
    private final Sampler stockSamples;
    private final Sampler recorded;
    private volatile Optional<ClusterState> state = Optional.empty();

    /**
     * @param blockBytes the file system's usual block size, for reads and for learning mean sizes
     * @param files asks this NameNode about files
     * @param time that everything in this NameNode goes by
     */
    public DecisionRuntime(HdfsPluginSettings settings, long blockBytes, FileProbe files, TimeSource time) {
        this.settings = settings;
        this.time = time;
        this.blockBytes = blockBytes;
        this.figures = new DecisionCounters(metrics, settings.policy());
        this.modes = new ModeSwitch<>(settings.modes(), settings.modesFile());
        this.pool = new DecisionPool(settings.budget(), settings.decisionThreads(), settings.fault(), time);
        this.ledger = new TransferLedger(files, sizes, blockBytes, canary, time);
        this.health = new HostHealth(time);
        this.stockSamples = new Sampler(STOCK_SAMPLES_PER_SECOND, time.nanoTime());
        this.recorded = new Sampler(DRAINED_AT_ONCE, time.nanoTime());
        this.sequence = new AtomicLong(settings.seed());
        RuntimeMetrics.register(this);
    }

    public HdfsPluginSettings settings() {
        return settings;
    }

    /** The time of this NameNode. */
    public TimeSource time() {
        return time;
    }

    public HdfsModes modes() {
        return modes.inForce();
    }

    public ModeSwitch<HdfsModes> modeSwitch() {
        return modes;
    }

    /** Empty until the first DataNodes have registered. */
    public Optional<ClusterState> state() {
        return state;
    }

    void state(ClusterState newer) {
        state = Optional.of(newer);
    }

    public DecisionPool pool() {
        return pool;
    }

    public TransferLedger ledger() {
        return ledger;
    }

    public ExpectedSizes sizes() {
        return sizes;
    }

    public CanaryComparison canary() {
        return canary;
    }

    public DecisionCounters figures() {
        return figures;
    }

    /** Which hosts have fallen silent. */
    public HostHealth health() {
        return health;
    }

    public long blockBytes() {
        return blockBytes;
    }

    /** The next decision's seed: a configured start and a count, so that a sequence of requests can be played again. */
    public long nextSeed() {
        return sequence.getAndAdd(0x9E3779B97F4A7C15L);
    }

    /** How often stock is asked as well, where ours counts. */
    public Sampler stockSamples() {
        return stockSamples;
    }

    /** A newer view; one of another topology than ours has been overtaken and is ignored. */
    void observe(ClusterView view) {
        health.suspects(view.topology(), view.suspects());
        model(view);
    }

    /** A newer view, of whose suspects somebody else reports. */
    void model(ClusterView view) {
        state.filter(current -> current.topology() == view.topology())
                .ifPresent(current -> current.model().observe(view, time.nanoTime()));
    }

    /**
     * By link, the most of its latest rate that is a block which this NameNode placed or whose readers it directed, bytes per second.
     * Empty where the load model does not tell ours from others', or knows another topology.
     */
    Optional<double[]> ownLoads(ClusterView view) {
        return state.filter(current -> current.topology() == view.topology()).flatMap(current -> {
            AvailableBandwidth bandwidth = current.model().availableBandwidth();
            double[] ours = new double[view.topology().links().size()];
            for (int link = 0; link < ours.length; link++) {
                OptionalDouble rate = bandwidth.ours(link);
                if (rate.isEmpty()) {
                    return Optional.empty();
                }
                ours[link] = rate.getAsDouble();
            }
            return Optional.of(ours);
        });
    }

    /** Keeps a decision for those who ask why; of more than 500 a second, some are not even put together. */
    public void record(Supplier<Decision> decision) {
        if (recorded.admits(time.nanoTime())) {
            decisions.offer(decision.get());
        }
    }

    void drainDecisions(Consumer<Decision> to) {
        List<Decision> drained = new ArrayList<>();
        decisions.drainTo(drained);
        drained.subList(Math.max(0, drained.size() - DRAINED_AT_ONCE), drained.size())
                .forEach(to);
    }

    /** What is counted here, and what can be read, for whoever shows it. */
    Metrics metrics() {
        return metrics;
    }

    @Override
    public void close() {
        ledger.close();
        pool.close();
    }
}
