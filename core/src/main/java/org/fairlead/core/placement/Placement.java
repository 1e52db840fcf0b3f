// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import org.fairlead.core.topology.Host;

/** The answer to a {@link PlacementRequest}. */
public sealed interface Placement {
    /** Why, in one sentence for people. */
    String reason();

    /** Best first; for {@code fairlead explain}. */
    List<Candidate> considered();

    /**
     * @param targets the additional replicas in pipeline order
     * @param bytesPerSecond the rate that is expected of the whole pipeline
     */
    record Chosen(List<Host> targets, double bytesPerSecond, String reason, List<Candidate> considered)
            implements Placement {
        public Chosen {
            targets = List.copyOf(targets);
            considered = List.copyOf(considered);
        }
    }

    /** Too little is known, or no candidate remains: the file system's own rule decides. */
    record LeftToStock(String reason, List<Candidate> considered) implements Placement {
        public LeftToStock {
            considered = List.copyOf(considered);
        }
    }
}
