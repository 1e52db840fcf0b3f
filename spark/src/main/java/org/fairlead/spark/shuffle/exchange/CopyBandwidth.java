// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.shuffle.Outlook;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.core.shuffle.copy.ReceiverShares;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;

/** The bandwidth that links of executors have available for copies, by the driver's picture of the cluster. Safe for threads. */
final class CopyBandwidth {
    /** Orders of a moment go by one look. */
    private static final long FRESH_NANOS = 200_000_000L;

    private final ClusterPicture picture;
    private final CopyExecutors executors;
    private final TimeSource time;
    private Map<String, Double> paces = Map.of();
    private Optional<Long> pacedNanos = Optional.empty();

    /**
     * What executors can expect.
     *
     * @param links at which they receive when all of them fetch; blind where the view does not know their hosts
     * @param idleBytesPerSecond by executor, what nobody uses of its links but for copies that come already
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Expected(Outlook links, double[] idleBytesPerSecond) {}

    CopyBandwidth(ClusterPicture picture, CopyExecutors executors, TimeSource time) {
        this.picture = picture;
        this.executors = executors;
        this.time = time;
    }

    /** By executor. */
    Expected of(List<CopyExecutors.Executor> known) {
        Optional<ClusterSnapshot> now = picture.snapshot();
        int[] hosts = now.map(snapshot -> known.stream()
                        .mapToInt(each -> snapshot.host(each.host()))
                        .toArray())
                .orElse(new int[0]);
        if (now.isEmpty() || Arrays.stream(hosts).anyMatch(host -> host < 0)) {
            return new Expected(Outlook.alike(known.size(), 1).blind(true), new double[known.size()]);
        }
        Routes routes = now.get().topology().routes();
        Headroom headroom = new Headroom(routes, now.get().network(), time.nanoTime());
        Outlook measured = Outlook.of(routes, headroom, hosts);
        double[] sends = new double[hosts.length];
        Arrays.setAll(sends, measured::sends);
        double[] copying = known.stream()
                .mapToDouble(CopyExecutors.Executor::copyingBytesPerSecond)
                .toArray();
        return new Expected(
                Outlook.ofLinks(sends, ReceiverShares.left(routes, headroom, hosts))
                        .blind(measured.isBlind()),
                ReceiverShares.idle(routes, headroom, hosts, copying));
    }

    /** At which an executor receives copies at most, in bytes per second; 0 where nobody knows. */
    synchronized double pace(String executor) {
        long now = time.nanoTime();
        if (pacedNanos.isEmpty() || now - pacedNanos.get() >= FRESH_NANOS || !paces.containsKey(executor)) {
            paces = paces();
            paces.putIfAbsent(executor, 0.0); // or it would be asked for again each time
            pacedNanos = Optional.of(now);
        }
        return paces.getOrDefault(executor, 0.0);
    }

    private Map<String, Double> paces() {
        List<CopyExecutors.Executor> known = executors.all();
        Expected expected = of(known);
        Map<String, Double> found = new HashMap<>();
        for (int each = 0; each < known.size(); each++) {
            double idle = expected.links().isBlind() ? 0 : expected.idleBytesPerSecond()[each];
            found.put(known.get(each).id(), EarlyCopies.paceOf(idle));
        }
        return found;
    }
}
