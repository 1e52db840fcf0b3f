// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.List;
import org.fairlead.core.placement.BandwidthSelector;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReadOrder;
import org.fairlead.core.placement.ReadRequest;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.placement.ReplicaSelector;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Outlook;
import org.fairlead.protocol.forecast.LoadModels;

/** The rules that {@code fairlead.policy} names, for one topology. */
record Policies(LoadModel model, ReplicaPlacer placer, ReplicaSelector selector) {
    /** @param blockBytes the file system's usual block size */
    static Policies of(Settings settings, Topology topology, long blockBytes) {
        ReplicaPlacer placer = Placers.named(settings.policy());
        String model = settings.policy().equals("random") ? "sinbad" : settings.policy();
        return new Policies(
                LoadModels.named(model, topology, settings.heartbeat().toNanos(), settings.oracleFile(), blockBytes),
                placer,
                settings.policy().equals("random") ? new StockOrder() : new BandwidthSelector());
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
