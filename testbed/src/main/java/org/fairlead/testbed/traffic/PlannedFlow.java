// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.List;
import java.util.Optional;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Path;

/** One thing that the generator sends. */
public sealed interface PlannedFlow {
    /** Where it stands in the file, such as {@code flows[2]}. */
    String name();

    /**
     * UDP at given rates, whatever becomes of it. Between its segments it is silent.
     *
     * @param path the one that it takes; empty when it is spread evenly over all equal ones
     */
    record Paced(String name, Host from, Host to, Optional<Path> path, List<Segment> segments) implements PlannedFlow {
        public Paced {
            segments = List.copyOf(segments);
        }

        /** Spread over all equal paths. */
        public Paced(String name, Host from, Host to, List<Segment> segments) {
            this(name, from, to, Optional.empty(), segments);
        }

        /** The rate at a time, in bytes per second on the wire. */
        public double bytesPerSecond(double seconds) {
            int low = 0;
            int high = segments.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (segments.get(middle).stop() <= seconds) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < segments.size() && segments.get(low).start() <= seconds
                    ? segments.get(low).bytesPerSecond()
                    : 0;
        }
    }

    /**
     * A time of constant rate; a flow's segments follow each other without overlap.
     *
     * @param start in seconds
     * @param stop in seconds, infinite when only the end of the run stops it
     */
    record Segment(double start, double stop, double bytesPerSecond) {}

    /** TCP connections that take what they get. */
    record Elastic(String name, Host from, Host to, int connections, double start, double stop)
            implements PlannedFlow {}

    /** Single TCP transfers, in the order of their start. */
    record Transfers(String name, List<Transfer> transfers) implements PlannedFlow {
        public Transfers {
            transfers = List.copyOf(transfers);
        }
    }

    /** @param at when it starts, in seconds */
    record Transfer(double at, Host from, Host to, long bytes) {}
}
