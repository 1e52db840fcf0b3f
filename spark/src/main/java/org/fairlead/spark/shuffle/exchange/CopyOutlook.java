// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.shuffle.Outlook;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.core.view.Headroom;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;

/** What links of executors have left, by the driver's picture of the cluster. */
record CopyOutlook(ClusterPicture picture, TimeSource time) {
    /** By executor; several on a host each have its links. Blind where the view does not know their hosts. */
    Outlook of(List<String> hosts) {
        Optional<ClusterSnapshot> known = picture.snapshot();
        int[] numbers = known.map(
                        snapshot -> hosts.stream().mapToInt(snapshot::host).toArray())
                .orElse(new int[0]);
        if (known.isEmpty() || Arrays.stream(numbers).anyMatch(host -> host < 0)) {
            return Outlook.alike(hosts.size(), 1).blind(true);
        }
        ClusterSnapshot snapshot = known.get();
        return Outlook.of(
                snapshot.topology().routes(),
                new Headroom(snapshot.topology().routes(), snapshot.network(), time.nanoTime()),
                numbers);
    }

    /** At which an executor of a host receives copies at most, in bytes per second; 0 where nobody knows. */
    double pace(String host) {
        Outlook outlook = of(List.of(host));
        return outlook.isBlind() ? 0 : EarlyCopies.paceOf(0, outlook);
    }
}
