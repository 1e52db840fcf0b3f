// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.PlannedMapOutput;
import org.fairlead.core.plan.PlannedTransfers;
import org.fairlead.core.task.BlockReads;
import org.fairlead.core.task.MapOutputFetches;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;

/**
 * What links have to give while time runs ahead: what is known of them now, shared with the tasks that read by then. Asked of a later moment it says what it knows of now. Of one thread.
 */
final class TransfersAhead implements AvailableBandwidth, MapOutputFetches, BlockReads {
    private final ClusterSnapshot snapshot;
    private final long startNanos;
    private final PlannedTransfers links;
    private final double[] toRead;
    private final List<PlannedMapOutput> mapOutputs = new ArrayList<>();
    private double nowSeconds;

    /** @param startNanos when the look-ahead begins */
    TransfersAhead(ClusterSnapshot snapshot, long startNanos) {
        this.snapshot = snapshot;
        this.startNanos = startNanos;
        links = new PlannedTransfers(snapshot.network(), snapshot.paths());
        toRead = new double[snapshot.topology().nodes().size()];
    }

    /** So many seconds have passed since the beginning. */
    void advance(double seconds) {
        nowSeconds = seconds;
    }

    /** A stage's tasks receive map output. */
    void add(PlannedMapOutput output) {
        mapOutputs.add(output);
    }

    /**
     * A task begins to read on a host, or has read.
     *
     * @param source by index; −1 for many
     * @param change 1 or −1
     */
    void change(int source, int host, double bytes, int change) {
        links.change(source, host, change);
        if (source >= 0) {
            toRead[source] += change * bytes;
        }
    }

    @Override
    public double bytesToRead(int source) {
        return snapshot.bytesToRead(source) + toRead[source];
    }

    @Override
    public double bytesToReceive(int host) {
        double bytes = snapshot.bytesToReceiveAfter(nowSeconds, host, startNanos);
        for (PlannedMapOutput output : mapOutputs) {
            bytes += output.toReceive(host);
        }
        return bytes;
    }

    @Override
    public double bytesToSend(int host) {
        double bytes = snapshot.bytesToSend(host);
        for (PlannedMapOutput output : mapOutputs) {
            bytes += output.toSend(host);
        }
        return bytes;
    }

    @Override
    public ClusterView view() {
        return links.view();
    }

    @Override
    public double available(int link, long nowNanos) {
        return links.available(link, startNanos);
    }

    @Override
    public double left(int link, long nowNanos) {
        return links.left(link, startNanos);
    }

    @Override
    public Freshness knowledge(int link, long nowNanos) {
        return links.knowledge(link, startNanos);
    }

    @Override
    public boolean isBlind(long nowNanos) {
        return links.isBlind(startNanos);
    }
}
