package org.fairlead.hdfs;

import java.util.List;
import org.fairlead.core.placement.BandwidthSelector;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReadOrder;
import org.fairlead.core.placement.ReadRequest;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.placement.ReplicaSelector;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.ForecastLoadModel;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Outlook;
import org.fairlead.core.view.PublishedLoadModel;

/** The rules that {@code fairlead.policy} names, for one topology. */
record Policies(LoadModel model, ReplicaPlacer placer, ReplicaSelector selector) {
    private static final double LEAST_HORIZON_NANOS = 5e8;
    private static final double LONGEST_HORIZON_NANOS = 3e10;

    /** @param blockBytes the file system's usual block size */
    static Policies of(Settings settings, Topology topology, long blockBytes) {
        ReplicaPlacer placer = Placers.named(settings.policy());
        long interval = settings.heartbeat().toNanos();
        return switch (settings.policy()) {
            case "sinbad" -> new Policies(new PublishedLoadModel(topology, interval), placer, new BandwidthSelector());
            case "random" -> new Policies(new PublishedLoadModel(topology, interval), placer, new StockOrder());
            case "oracle" ->
                new Policies(
                        new ForecastLoadModel(
                                topology,
                                new OracleFile(settings.oracleFile().orElseThrow(), topology),
                                horizonNanos(topology, blockBytes)),
                        placer,
                        new BandwidthSelector());
            default -> new Policies(new FairShareLoadModel(topology, interval), placer, new BandwidthSelector());
        };
    }

    /** About the time of a block over the narrowest link. */
    private static long horizonNanos(Topology topology, long blockBytes) {
        double narrowest = topology.links().stream()
                .mapToDouble(Link::bytesPerSecond)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        return Math.round(Math.min(LONGEST_HORIZON_NANOS, Math.max(LEAST_HORIZON_NANOS, blockBytes / narrowest * 1e9)));
    }

    /** For a policy that has no rule for reading. */
    private static final class StockOrder implements ReplicaSelector {
        @Override
        public String name() {
            return "stock";
        }

        @Override
        public ReadOrder order(ReadRequest request, Outlook outlook, long nowNanos, long seed) {
            return new ReadOrder.LeftToStock("this policy has no rule for reading", List.of());
        }
    }
}
