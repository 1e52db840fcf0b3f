// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.EnumMap;
import java.util.Map;
import org.fairlead.control.admission.AdmissionControl;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.control.path.PathControl;
import org.fairlead.control.rate.RateControl;
import org.fairlead.control.report.Reports;
import org.fairlead.control.view.LoadHistory;
import org.fairlead.control.view.Views;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;

/** All that a controller consists of, for those parts that answer for it. */
record ControllerParts(
        String name,
        long epoch,
        AccessControl gate,
        Reports reports,
        Views views,
        PathControl paths,
        AdmissionControl admission,
        RateControl rates,
        OwnTraffic own,
        LoadHistory history,
        RecentDecisions decisions,
        RejectedRequests refusals,
        Metrics metrics) {
    /** Hosts by how recently they were heard of. */
    Map<Freshness, Integer> agents(long nowNanos) {
        ClusterView view = views.view();
        Map<Freshness, Integer> agents = new EnumMap<>(Freshness.class);
        for (Freshness knowledge : Freshness.values()) {
            agents.put(knowledge, 0);
        }
        for (Host host : view.topology().hosts()) {
            long heard = views.heardNanos(host.index());
            Freshness knowledge = heard == ClusterView.NEVER
                    ? Freshness.UNKNOWN
                    : view.staleness().of(nowNanos - heard);
            agents.merge(knowledge, 1, Integer::sum);
        }
        return agents;
    }
}
