// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import org.fairlead.core.topology.Host;

/** The answer to a {@link ReadRequest}. */
public sealed interface ReadOrder {
    /** Why, in one sentence for people. */
    String reason();

    List<Candidate> considered();

    /**
     * @param replicas those of the request, the one to try first in front
     * @param bytesPerSecond the rate that is expected from the first
     */
    record Ordered(List<Host> replicas, double bytesPerSecond, String reason, List<Candidate> considered)
            implements ReadOrder {
        public Ordered {
            replicas = List.copyOf(replicas);
            considered = List.copyOf(considered);
        }
    }

    /** Too little is known: stock's order stays. */
    record LeftToStock(String reason, List<Candidate> considered) implements ReadOrder {
        public LeftToStock {
            considered = List.copyOf(considered);
        }
    }
}
