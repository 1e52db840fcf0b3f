// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.view.Headroom;

/** A block comes as fast as the network and its holder's disk let it, whichever is slower. */
final class NetworkAndDiskFetch implements BlockFetch {
    private final DiskRates disks;
    private final Headroom headroom;

    NetworkAndDiskFetch(DiskRates disks, Headroom headroom) {
        this.disks = disks;
        this.headroom = headroom;
    }

    @Override
    public double seconds(double waitSeconds, double bytes, int source, ReceiveRates reach) {
        double network = TransferSeconds.of(bytes, reach.from(source));
        return Math.max(network, TransferSeconds.of(bytes, disks.read(source)));
    }

    @Override
    public CompletionLimit limit(double waitSeconds, double bytes, int source, ReceiveRates reach) {
        double network = TransferSeconds.of(bytes, reach.from(source));
        return TransferSeconds.of(bytes, disks.read(source)) >= network
                ? new CompletionLimit(CompletionLimit.Kind.DISK, source)
                : new CompletionLimit(CompletionLimit.Kind.LINK, headroom.narrowestLink(source, reach.destination()));
    }
}
