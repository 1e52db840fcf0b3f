// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.sim.jobs.policy.Policies;

/**
 * Under which policies an application is to run again, and on which network.
 *
 * @param policies contenders of the simulator, for Spark; each is compared with stock, as the log ran
 * @param background a file of loads on links; empty for none
 * @param network what a log does not tell of it
 * @param seeds runs of each contender
 * @param change what of the cluster is otherwise for each contender once more; {@link ClusterChange#NONE} for none
 */
public record SimulationRequest(
        List<Policies> policies, Optional<Path> background, Network network, int seeds, ClusterChange change) {
    public SimulationRequest {
        policies = List.copyOf(policies);
    }

    /** On the cluster of the log alone. */
    public SimulationRequest(List<Policies> policies, Optional<Path> background, Network network, int seeds) {
        this(policies, background, network, seeds, ClusterChange.NONE);
    }

    /**
     * What a log does not tell of the network.
     *
     * @param racks in which rack each host is; empty for one rack
     * @param linkBytesPerSecond of each host's link in each direction; {@link #USUAL} for the slowest usual rate that is fast enough for what the log says was transferred
     * @param oversubscription what hosts of a rack can send over what leaves the rack, at least 1
     */
    public record Network(Optional<Zones> racks, double linkBytesPerSecond, double oversubscription) {
        public static final double USUAL = 0;

        public Network {
            if (!(linkBytesPerSecond >= 0 && oversubscription >= 1)) {
                throw new IllegalArgumentException(
                        "a link's rate and an oversubscription of at least 1 are expected, not " + linkBytesPerSecond
                                + " bytes/s and " + oversubscription);
            }
        }
    }
}
