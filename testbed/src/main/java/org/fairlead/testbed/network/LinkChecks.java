// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.util.List;
import org.fairlead.core.topology.Link;
import org.fairlead.testbed.results.Check;

/** The invariant of every run: over t seconds a link of C bytes/s carries at most C·t and what its queue may burst. */
final class LinkChecks {
    static final String WITHIN_CAPACITY = "no link above its capacity";
    /** Of shorter intervals (the last one of a round) no rate is reported. */
    static final double SHORTEST_SECONDS = 0.05;

    private LinkChecks() {}

    static Check withinCapacity(NetworkPlan plan, List<? extends List<LinkCount>> samples) {
        double worst = 0;
        String where = "nothing was carried";
        for (int i = 1; i < samples.size(); i++) {
            for (Link link : plan.topology().links()) {
                LinkCount before = samples.get(i - 1).get(link.index());
                LinkCount after = samples.get(i).get(link.index());
                double seconds = (after.atNanos() - before.atNanos()) / 1e9;
                double allowed = link.bytesPerSecond() * seconds + plan.burstBytes(link);
                double share = (after.bytes() - before.bytes()) / allowed;
                if (share > worst) {
                    worst = share;
                    where = "%s carried %d bytes in %.3f s, %.1f %% of what it may"
                            .formatted(link.name(), after.bytes() - before.bytes(), seconds, share * 100);
                }
            }
        }
        return new Check(WITHIN_CAPACITY, worst <= 1, "most: " + where);
    }
}
