// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Slots;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.NodeStatus;

/**
 * What one more task gets of a host's disk, bytes per second.
 *
 * <p>A disk that could move C bytes per second, is busy for the share u and moves m meanwhile, gives a newcomer max((1 − u)·C,
 * (m + (1 − u)·C) / (r + 1)), r = tasks of the kind that run on its host: what is left over, or an even share. Where C is not
 * known, it is m/u on a disk that is busy for more than half the time and moves at least {@value #LEAST_STREAM} bytes/s, and else no limit: what
 * keeps a disk busy that moves less, such as small writes that are made safe at once, says nothing of how fast it streams.
 */
final class DiskRates {
    static final double LEAST_STREAM = 10e6;

    /** A disk that is busy and moves little still moves this share of what it could. */
    private static final double LEAST_SHARE = 0.1;

    private final Routes routes;
    private final ClusterView view;
    private final Slots slots;
    private final InputKind kind;

    /** @param kind of the tasks that read or write */
    DiskRates(Routes routes, ClusterView view, Slots slots, InputKind kind) {
        this.routes = routes;
        this.view = view;
        this.slots = slots;
        this.kind = kind;
    }

    double read(int host) {
        return rate(host, routes.diskRead(host));
    }

    double write(int host) {
        return rate(host, routes.diskWrite(host));
    }

    /** @param most that the disk could move; infinite when it is not known */
    private double rate(int host, double most) {
        NodeStatus status = view.status(host);
        double busy = status.diskBusy();
        double moves = status.diskReadBytesPerSecond() + status.diskWriteBytesPerSecond();
        double whole = most;
        if (Double.isInfinite(most)) {
            if (busy <= 0.5 || moves < LEAST_STREAM) {
                return most;
            }
            whole = moves / busy;
        }
        busy = Math.max(busy, Math.min(1, moves / whole)); // a limit that lies before the device keeps its queue short
        int running = slots.slots(host, kind) - slots.freeSlots(host, kind);
        double left = (1 - Math.min(1, busy)) * whole;
        return Math.max(
                left, Math.min(whole, Math.max(moves + left, LEAST_SHARE * whole)) / (Math.max(0, running) + 1));
    }
}
