// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.plugin.CanaryComparison;

/**
 * What a canary's pairs gain: how long it takes what is requested of a host pair to be there, where its path is planned and where the network decides.
 *
 * <p><b>Algorithm.</b> A sample is a unit from its first request until nothing of it is requested any more: its seconds by the gigabytes that were there in that time. What is requested less than before is there; what is
 * requested no longer, too. Only pairs count that could be steered: of a class that is planned, with several paths, whose sender carries out paths.
 *
 * <p><b>Constraints.</b> It is known by reports, a third of a second apart: what takes less than {@value #LEAST_NANOS} ns, or is less than {@value #LEAST_BYTES} bytes, is left out on both sides alike. While
 * the kill switch is on nothing is measured, and what goes on meanwhile does not count. Of one thread; the result may be read by all.
 */
final class PathComparison {
    private static final long LEAST_NANOS = 500_000_000L;
    private static final long LEAST_BYTES = 1_000_000L;

    private final CanaryComparison comparison = new CanaryComparison();
    private final Map<FlowUnit, Running> running = new HashMap<>();

    /** What is requested of a unit. */
    private static final class Running {
        private final long sinceNanos;
        private final boolean counts;
        private final boolean planned;
        private long left;
        private long carried;

        Running(long nowNanos, boolean counts, boolean planned) {
            sinceNanos = nowNanos;
            this.counts = counts;
            this.planned = planned;
        }

        void now(long bytes) {
            carried += Math.max(0, left - bytes);
            left = bytes;
        }
    }

    /** Which units can be compared, and on which side they are. */
    interface Sides {
        boolean couldBeSteered(FlowUnit unit);

        boolean isSteered(FlowUnit unit);
    }

    /** What all applications request now; units of another moment's topology are not the same. */
    void renew(Topology topology, Map<String, List<FlowRequest>> requested, Sides sides, long nowNanos) {
        Map<FlowUnit, Long> bytes = new HashMap<>();
        requested
                .values()
                .forEach(flows -> flows.forEach(flow -> {
                    if (flow.source() != FlowRequest.MANY && flow.source() != flow.destination() && flow.bytes() > 0) {
                        bytes.merge(
                                new FlowUnit(flow.source(), flow.destination(), flow.trafficClass()),
                                flow.bytes(),
                                Long::sum);
                    }
                }));
        for (Iterator<Map.Entry<FlowUnit, Running>> each = running.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<FlowUnit, Running> one = each.next();
            if (!bytes.containsKey(one.getKey())) {
                one.getValue().now(0);
                ended(one.getValue(), nowNanos);
                each.remove();
            }
        }
        bytes.forEach((unit, left) -> {
            Running known = running.get(unit);
            if (known == null && running.size() < PathsMessage.MOST_PAIRS) {
                boolean counts = sides.couldBeSteered(unit)
                        && topology.routes()
                                        .inner(unit.source(), unit.destination())
                                        .count()
                                > 1;
                known = new Running(nowNanos, counts, sides.isSteered(unit));
                running.put(unit, known);
            }
            if (known != null) {
                known.now(left);
            }
        });
    }

    private void ended(Running one, long nowNanos) {
        long nanos = nowNanos - one.sinceNanos;
        if (one.counts && one.carried >= LEAST_BYTES && nanos >= LEAST_NANOS) {
            comparison.add(one.planned, nanos / (double) one.carried); // ns a byte are seconds a gigabyte
        }
    }

    /** What goes on does not count. */
    void interrupt() {
        running.clear();
    }

    CanaryComparison.Result result() {
        return comparison.result();
    }
}
