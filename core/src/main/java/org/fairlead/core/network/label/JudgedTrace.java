// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import java.util.List;
import org.fairlead.core.topology.Node;

/**
 * A trace against the plan.
 *
 * @param hops those that were asked of, up to the first from which nothing more can be said
 * @param blamed who does not do what the plan says; none where all obey, and where a choice is not known because nobody answers behind it
 * @param towards where the packet was to be next; where nobody is blamed, who does not answer
 */
public record JudgedTrace(LabelTrace trace, List<Hop> hops, Verdict verdict, List<Node> blamed, List<Node> towards) {
    public JudgedTrace {
        hops = List.copyOf(hops);
        blamed = List.copyOf(blamed);
        towards = List.copyOf(towards);
    }

    /** What probes say of a hop, a path, a switch. */
    public enum Verdict {
        OBEYS,
        /** Somebody answers who lies on no path of the label. */
        ANOTHER_PATH,
        /** The packet was lost, or nobody says which way it went. */
        NO_ANSWER
    }

    /**
     * One hop.
     *
     * @param number from 1
     * @param expected who may answer if all before obey
     */
    public record Hop(int number, List<Node> expected, ProbeAnswer answered, Verdict verdict) {
        public Hop {
            expected = List.copyOf(expected);
        }
    }
}
