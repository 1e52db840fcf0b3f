package org.fairlead.spark.plugin;

import java.util.Optional;
import org.fairlead.spark.cluster.ClusterPicture;

/** The picture of a driver whom nobody tells of the cluster: nothing is known, so stock decides everything. */
public final class BlindPicture implements ClusterPicture {
    @Override
    public Optional<Snapshot> snapshot() {
        return Optional.empty();
    }

    @Override
    public void launched(long taskId, int sourceHost, int host, double bytes) {
        // What nothing is decided from need not be kept.
    }

    @Override
    public void ended(long taskId) {
        // As above.
    }
}
