// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;

/** What a host receives, as measured, beside what its link carries. */
public final class Receiver {
    private Receiver() {}

    /** Bytes per second that a host's links carry towards it, all together. */
    public static double capacity(Routes routes, int host) {
        int down = routes.downLink(host);
        if (down >= 0) {
            return routes.topology().links().get(down).bytesPerSecond();
        }
        double sum = 0;
        for (Link link : routes.topology().links()) {
            sum += link.to().index() == host ? link.bytesPerSecond() : 0;
        }
        return sum;
    }

    /** Share of its link that a host received at in the last interval (the paper's RBU); NaN when that is not known. */
    public static double utilisation(Routes routes, ClusterView view, int host, long nowNanos) {
        int down = routes.downLink(host);
        if (down < 0 || view.knowledge(down, nowNanos) != Freshness.FRESH) {
            return Double.NaN;
        }
        return view.latest(down) / routes.topology().links().get(down).bytesPerSecond();
    }
}
