// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.EnumMap;
import java.util.Map;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.control.report.Reports;
import org.fairlead.control.view.History;
import org.fairlead.control.view.Views;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Knowledge;

/** All that a controller consists of, for those parts that answer for it. */
record Desk(
        String name,
        long epoch,
        Gate gate,
        Reports reports,
        Views views,
        Own own,
        History history,
        Decisions decisions,
        Refusals refusals,
        Metrics metrics) {
    /** Hosts by how recently they were heard of. */
    Map<Knowledge, Integer> agents(long nowNanos) {
        ClusterView view = views.view();
        Map<Knowledge, Integer> agents = new EnumMap<>(Knowledge.class);
        for (Knowledge knowledge : Knowledge.values()) {
            agents.put(knowledge, 0);
        }
        for (Host host : view.topology().hosts()) {
            long heard = views.heardNanos(host.index());
            Knowledge knowledge = heard == ClusterView.NEVER
                    ? Knowledge.UNKNOWN
                    : view.staleness().of(nowNanos - heard);
            agents.merge(knowledge, 1, Integer::sum);
        }
        return agents;
    }
}
